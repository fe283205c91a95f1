"""Records for compiled functions: on a device every record is its address, which is handed over at once."""


def quick_record(array, dtype):
    """The only element of an array of one."""
    return array.view(dtype)[0]


def prepare(dtype):
    """Nothing has to be known beforehand."""
