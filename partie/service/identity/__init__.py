"""What belongs to a person: carrying it to another device, seeing it, and deleting it. No accounts."""
