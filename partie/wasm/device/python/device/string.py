class Formatter:
    pass
