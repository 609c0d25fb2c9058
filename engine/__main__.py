"""The engine's tools: `python -m engine cards|case|fuzz|simulate|replay`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import import_module

from engine.facts import all_cards

TOOLS = {
    "case": "runs rules cases (YAML) and prints what differs",
    "fuzz": "random legal play in random kingdoms, checking what must always hold",
    "simulate": "AI against AI: games per second, turns, win rates",
    "replay": "replays an exported game and verifies shuffles and result",
}
"""The tools that are modules, each with `add_arguments(parser)` and `run(args)`, which returns the exit code."""


def add_card_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `cards`."""
    parser.add_argument("--set", help="only the cards of this set")
    parser.add_argument("--json", action="store_true", help="as a JSON list of objects")


def list_cards(args: argparse.Namespace) -> int:
    """Print every card implemented, with its facts."""
    known = all_cards()
    chosen = [card for card in known if args.set is None or card.set.casefold() == args.set.casefold()]
    if not chosen:
        print(f"There is no set called {args.set}. There is: {', '.join(sorted({card.set for card in known}))}.", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps([card.model_dump(include={"name", "set", "editions", "cost", "types"}) for card in chosen], indent=2))
    else:
        for card in chosen:
            editions = ", ".join(map(str, card.editions))
            print(f"{card.name:<20} {card.cost!s:<6} {' - '.join(card.types):<20} {card.set}, edition {editions}")
    return 0


def main(argv: Sequence[str]) -> int:
    """Run one tool. Only its module is imported, so no tool waits for another's imports."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="The engine's tools.")
    tools = parser.add_subparsers(dest="tool", required=True, metavar="TOOL")
    add_card_arguments(tools.add_parser("cards", help="every card implemented, with its facts"))
    parsers = {tool: tools.add_parser(tool, help=words) for tool, words in TOOLS.items()}
    chosen = next((word for word in argv if not word.startswith("-")), None)
    module = import_module(f"engine.{chosen}") if chosen in TOOLS else None
    if module is not None and chosen is not None:
        module.add_arguments(parsers[chosen])
    args = parser.parse_args(argv)
    code: int = module.run(args) if module is not None else list_cards(args)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
