Mapping = dict
MutableMapping = dict
Sequence = (list, tuple)
Callable = Iterable = Iterator = Collection = Set = object
