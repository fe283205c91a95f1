"""Tables for people: storage, the HTTP and WebSocket API, and who may see and do what. See `docs/api.md`."""
