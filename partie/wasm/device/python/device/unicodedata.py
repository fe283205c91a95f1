import host


def normalize(form, text):
    return host.normalize(form, text)


def combining(letter):
    return 1 if host.is_mark(letter) else 0


def category(letter):
    return "Mn" if host.is_mark(letter) else "Lo"
