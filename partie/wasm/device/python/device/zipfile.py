class BadZipFile(Exception):
    pass
