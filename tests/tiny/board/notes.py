secret = True
