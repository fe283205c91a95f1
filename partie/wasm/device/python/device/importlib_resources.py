from device.pathlib import Path


def files(package):
    return Path("/" + package.replace(".", "/"))
