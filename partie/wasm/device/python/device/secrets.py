import host


def token_hex(count):
    return host.random(count)


def token_urlsafe(count):
    import binascii

    text = binascii.b2a_base64(bytes.fromhex(host.random(count))).decode().strip()
    return text.replace("+", "-").replace("/", "_").rstrip("=")


def choice(values):
    """One of the values, all equally likely."""
    limit = 256 - 256 % len(values)
    while True:
        number = int(host.random(1), 16)
        if number < limit:
            return values[number % len(values)]
