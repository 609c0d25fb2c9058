"""Tests that `make test` runs in part, and `make soak` in full."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def some_or_all(name: str, some: Any, all: Any) -> pytest.MarkDecorator:
    """Run a test with `some` as its argument `name`, and with `all` in a soak."""
    return pytest.mark.parametrize(name, [some, pytest.param(all, marks=pytest.mark.soak)])


def some_of(names: str, some: Sequence[tuple[Any, ...]], rest: Sequence[tuple[Any, ...]]) -> pytest.MarkDecorator:
    """Run a test with each of `some` as its arguments `names`, and with each of `rest` in a soak."""
    return pytest.mark.parametrize(names, [*some, *(pytest.param(*each, marks=pytest.mark.soak) for each in rest)])
