class WeakValueDictionary(dict):
    pass
