environ = {}
sep = "/"


def chmod(*arguments):
    raise OSError("nothing is written on a device")


replace = chmod
