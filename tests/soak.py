"""Tests of which `make test` does a part, and `make soak` all."""

from __future__ import annotations

from typing import Any

import pytest


def some_or_all(name: str, some: Any, all: Any) -> pytest.MarkDecorator:
    """Run a test with `some` as its argument `name`, and with `all` in a soak."""
    return pytest.mark.parametrize(name, [some, pytest.param(all, marks=pytest.mark.soak)])
