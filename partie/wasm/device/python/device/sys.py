from sys import modules
