"""The cards, one module per set; everything about a card stands in one place. A module that is here is there to be played."""

from importlib import import_module
from pkgutil import iter_modules

for module in iter_modules(__path__):
    import_module(f"{__name__}.{module.name}")
