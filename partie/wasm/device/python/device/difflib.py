"""Texts that resemble each other, by the share of letters in common blocks."""


def _longest(a, b, a_low, a_high, b_low, b_high):
    """Where the longest common block begins in both, the first of them, and its length."""
    best = (a_low, b_low, 0)
    before = {}
    for i in range(a_low, a_high):
        now = {}
        for j in range(b_low, b_high):
            if a[i] == b[j]:
                length = now[j] = before.get(j - 1, 0) + 1
                if length > best[2]:
                    best = (i - length + 1, j - length + 1, length)
        before = now
    return best


def _common(a, b, a_low, a_high, b_low, b_high):
    if a_low >= a_high or b_low >= b_high:
        return 0
    i, j, length = _longest(a, b, a_low, a_high, b_low, b_high)
    if length == 0:
        return 0
    left = _common(a, b, a_low, i, b_low, j)
    return left + length + _common(a, b, i + length, a_high, j + length, b_high)


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    found = []
    for one in possibilities:
        whole = len(one) + len(word)
        ratio = 2.0 * _common(one, word, 0, len(one), 0, len(word)) / whole if whole else 1.0
        if ratio >= cutoff:
            found.append((ratio, one))
    found.sort()
    found.reverse()
    return [one for _, one in found[:n]]
