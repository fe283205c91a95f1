from struct import calcsize, pack, unpack
