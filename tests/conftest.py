"""What all tests share: a neutral environment, a browser, and the fraction of a soak to run."""

import gc
import os
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from math import ceil
from pathlib import Path
from typing import NoReturn, get_args

import pytest

from settings import ENV_FILE, BotSettings
from tests.databases import DATABASES, Kind
from tests.postgres import PostgresServer, programs

CHROMIUM = Path("/usr/bin/chromium")
KINDS: tuple[Kind, ...] = get_args(Kind)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sample", type=float, default=1.0, help="the share of the soak that is done (default: all)")
    parser.addoption("--database", choices=KINDS, help="the one to test with (default: SQLite, some tests with both)")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Do a test with the database that it is about, or that is asked for; by default with SQLite, or with both."""
    chosen = metafunc.config.getoption("--database")
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    kinds = [*marks.intersection(KINDS)] or ([chosen] if chosen else [*KINDS] if "both" in marks else ["sqlite"])
    if kinds != ["sqlite"]:
        metafunc.parametrize("database", kinds, indirect=True)


def pytest_configure() -> None:
    """Keep a developer's own .env, token and log level from every test and every process that a test starts."""
    for name in [name for name in os.environ if name.lower() in BotSettings.model_fields]:
        del os.environ[name]
    os.environ[ENV_FILE] = ""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that are only about another database than the requested one. Keep as many cases of each soak test as
    requested, evenly spaced; at least one."""
    if chosen := config.getoption("--database"):
        (other,) = {*KINDS} - {chosen}
        deselect(config, items, {item for item in items if item.get_closest_marker(other)})
    share = float(config.getoption("--sample"))
    if share >= 1:
        return
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("soak"):
            cases[item.nodeid.partition("[")[0]].append(item)
    kept = {each[int(number / share)] for each in cases.values() for number in range(ceil(share * len(each)))}
    deselect(config, items, {item for each in cases.values() for item in each} - kept)


def deselect(config: pytest.Config, items: list[pytest.Item], left_out: set[pytest.Item]) -> None:
    """Leave tests out."""
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None, None, None]:
    """Say at the very end what wasn't tested, and why: a green run shouldn't look like more than it is."""
    yield
    skipped = (report.longrepr for report in terminalreporter.stats.get("skipped", ()))
    reasons = Counter(skip[2].removeprefix("Skipped: ") for skip in skipped if isinstance(skip, tuple))
    for reason, tests in reasons.items():
        count = "1 test" if tests == 1 else f"{tests} tests"
        terminalreporter.write_line(f"NOT TESTED ({count} skipped): {reason}", yellow=True, bold=True)


@pytest.fixture
def sample(request: pytest.FixtureRequest) -> float:
    """Return the fraction of its work that a soak test does, in (0, 1]."""
    return float(request.config.getoption("--sample"))


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return Debian's Chromium, for Playwright's `executable_path`."""
    if not CHROMIUM.exists():
        lacking(f"the sandbox's page, since there is no browser at {CHROMIUM} (apt-get install chromium)")
    return str(CHROMIUM)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Return a PostgreSQL server."""
    found = programs()
    if found is None:
        lacking("PostgreSQL, since it isn't installed (apt-get install postgresql)")
    server = PostgresServer(found)
    yield server
    server.remove()


@pytest.fixture(scope="module", autouse=True)
def _out_of_the_collectors_sight() -> Iterator[None]:
    """Keep what earlier modules leave in memory away from full garbage collections, as the bot does with lasting objects. After
    thousands of tests, one collection would take longer than a click may wait."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def database(request: pytest.FixtureRequest) -> Iterator[Kind]:
    """Say which database the test is done with."""
    kind: Kind = getattr(request, "param", "sqlite")
    DATABASES.move_to(request.getfixturevalue("postgres") if kind == "postgres" else None)
    yield kind
    DATABASES.move_to(None)


def lacking(reason: str) -> NoReturn:
    """Skip a test, unless everything must be tested."""
    if os.environ.get("SENESCHAL_FORBID_SKIP"):
        pytest.fail(reason)
    pytest.skip(reason)
