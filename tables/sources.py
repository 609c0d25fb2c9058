"""What commands use besides their table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from storage.store import Store
from tables.quotas import Quotas
from tables.threads import InTurn


@dataclass(frozen=True, slots=True)
class Sources:
    """What a unit of work uses besides its table: store, seeds, limits, and the right to go on with long automatic answers."""

    store: Store
    shuffle_seed: Callable[[], bytes]
    kingdom_seed: Callable[[], str]
    quotas: Quotas
    long_runs: InTurn = field(default_factory=InTurn)
