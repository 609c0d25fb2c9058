"""The rules, as stated by the cases in tests/cases, and the format of these cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.__main__ import main
from engine.case import located
from engine.case_format import CaseError, load
from tests.engine.cases import CASES, FILES, played


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_goes_by_the_rules(path: Path) -> None:
    wrong = {run.case.case: run.differences for run in played(path) if run.differences}
    assert not wrong


FINE = """
- case: Village
  start:
    Ada:
      hand: Village
      deck: Copper
  then:
    - Ada: play Village
    - expect:
        Ada:
          hand: Copper
"""


def written(folder: Path, text: str) -> Path:
    """Return a file with that text."""
    path = folder / "some.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_example_that_explains_the_format_holds(tmp_path: Path) -> None:
    text = (CASES / "README.md").read_text(encoding="utf-8")
    example = text.partition("```yaml\n")[2].partition("```")[0]
    (case,) = load(written(tmp_path, example))
    assert located(tmp_path, case) == []


def test_a_case_that_holds_prints_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["case", str(written(tmp_path, FINE))]) == 0
    assert capsys.readouterr().out == "1 case, all as they should be.\n"


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("hand: Copper", "hand: Gold", "some.yaml: case “Village”: step 2 (expect): Ada, hand: expected Gold, is Copper"),
        ("hand: Copper", "log: Ada", "case “Village”: then, step 2, expect, Ada, log: there is no such field"),
        ("deck: Copper", "deck: Coper", "start, Ada, deck: there is no card called Coper; did you mean Copper?"),
        ("deck: Copper", "deck: Copper,, Gold", "start, Ada, deck: “Copper,, Gold” has an empty place between commas"),
        ("deck: Copper", "deck: Copper\n      deck: Gold", "“deck” is there twice"),
        ("  start:", "  start:\n    supply: {Gold: -1}", "start, supply, Gold: say how many cards there are"),
        ("  start:", "  players: Ada, ben\n  start:", "players: ben is not capitalized"),
        ("  start:", "  players: Ada, Ada\n  start:", "players: two to six players, each with a name of their own"),
        ("  start:", "  edition: 3\n  start:", "edition: "),
        ("  start:", "  turn: Ada\n  start:", "turn: there is no such field"),
        ("  start:", "  kingdom: Moat\n  start:", "Village has no pile in this game; name it in `kingdom`"),
        ("  start:", "  rule: R10\n  shuffles: {Ada: [Gold]}\n  start:", "[R10]: end: Ada has shuffled 0 times"),
        ("- Ada: play Village", "- Eve: play Village", "no one called Eve plays here (players: Ada, Ben)"),
        ("- Ada: play Village", "- Ada: play Smithy", "“play Smithy” is refused: "),
        ("- Ada: play Village", "- Ben: play Village", "nothing that Ben is asked; open: Ada (Play an Action): play Village"),
        ("- Ada: play Village", "- Ada: dance", "“dance” answers nothing that Ada is asked"),
        ("- Ada: play Village", "- refused: {Ada: play Village}", "“play Village” should be refused, and is taken"),
        ("- Ada: play Village", "- allowed: {Ada: play Smithy}", "“play Smithy” should be allowed, and is refused"),
        ("- Ada: play Village", "- Ada: play Village\n      Ben: no", "a step is one thing"),
    ],
)
def test_a_mistake_is_named_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], right: str, wrong: str, words: str
) -> None:
    assert right in FINE
    assert main(["case", str(written(tmp_path, FINE.replace(right, wrong, 1)))]) == 1
    assert words in capsys.readouterr().out


def test_a_shuffle_can_only_bring_up_what_is_there(tmp_path: Path) -> None:
    path = written(
        tmp_path, FINE.replace("deck: Copper", "discard: Copper").replace("  start:", "  shuffles: {Ada: [Gold]}\n  start:")
    )
    (case,) = load(path)
    (difference,) = located(path, case)
    assert "no Gold is left to put on top; what is shuffled is Copper" in difference


def test_a_wrong_case_does_not_keep_the_others_from_being_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = FINE.replace("hand: Village", "hand: Witch").replace("case: Village", "case: Witch")
    assert main(["case", str(written(tmp_path, first + FINE.replace("hand: Copper", "hand: Gold")))]) == 1
    out = capsys.readouterr().out
    assert "case “Witch”: Witch has no pile in this game" in out
    assert "case “Village”: step 2 (expect): Ada, hand: expected Gold, is Copper" in out
    assert out.endswith("2 cases; 2 with something wrong.\n")


def test_two_cases_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match="2 cases are called “Village”"):
        load(written(tmp_path, FINE + FINE))
