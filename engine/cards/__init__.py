"""The cards, one module per set, with everything about a card in one place. Every module here can be played."""

from importlib import import_module
from pkgutil import iter_modules

for module in iter_modules(__path__):
    import_module(f"{__name__}.{module.name}")
