from math import ceil, e, exp, floor, inf, isfinite, isinf, isnan, log, nan, pi, pow, sqrt, trunc


def factorial(n):
    found = 1
    for i in range(2, n + 1):
        found *= i
    return found


def comb(n, k):
    if k < 0 or k > n:
        return 0
    return factorial(n) // (factorial(k) * factorial(n - k))


def prod(values, start=1):
    for value in values:
        start *= value
    return start


def isclose(a, b, rel_tol=1e-09, abs_tol=0.0):
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)


def log2(x):
    return log(x) / log(2)


def fsum(values):
    partials = []
    for x in values:
        i = 0
        for y in partials:
            if abs(x) < abs(y):
                x, y = y, x
            high = x + y
            low = y - (high - x)
            if low:
                partials[i] = low
                i += 1
            x = high
        partials[i:] = [x]
    return sum(reversed(partials), 0.0)


def hypot(a, b):
    return sqrt(a * a + b * b)
