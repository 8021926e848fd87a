"""What is asked: properties that are guessed, left out, or checked in part."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from holdfast import load
from holdfast.cli.main import run

Capture = pytest.CaptureFixture[str]
ENGINES = pytest.mark.parametrize("engine", ["interp", "native"])

CLOCK = """---- MODULE Clock ----
EXTENDS Naturals
VARIABLE h
Init == h = 0
Next == h' = (h + 1) % 5
Spec == Init /\\ [][Next]_h{fairness}
View == h
Early == h < 4
{properties}
====
"""
FAIR = " /\\ WF_h(Next)"
BOTH = "[](h < 6) /\\ <>(h = 3)"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def clock(properties: str = "", fairness: str = FAIR, config: str | None = None) -> None:
    """Write the spec, and perhaps a configuration."""
    text = CLOCK.format(properties=properties, fairness=fairness)
    Path("Clock.tla").write_text(text, encoding="utf-8")
    if config is not None:
        Path("Clock.cfg").write_text(f"SPECIFICATION Spec\n{config}\n", encoding="utf-8")


def told(capsys: Capture, *options: str) -> tuple[str, dict[str, Any]]:
    """The text and the JSON, which have the same exit code."""
    code = run(["check", "Clock.tla", *options])
    text = capsys.readouterr().out
    assert run(["check", "Clock.tla", *options, "--json"]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert found["exit"] == code
    return text, found


def notes(found: dict[str, Any]) -> list[str]:
    return [w["message"] for w in found["warnings"]]


def lines_about(name: str, text: str) -> list[str]:
    """The lines with the result of a property: after the head, with or without a mark."""
    body = text.split("\n\n", 1)[1]
    marks = ("ok  ", "--  ", "??  ", "x  ", "note ")
    return [line for line in body.splitlines() if line.startswith(marks) and f"{name} " in line]


# ---- a property with a safety part and a temporal part ----

SAFE = "safety part holds in all 5 reachable states; temporal part not checked: "
REDUCED = "with VIEW, a loop of states may stand for no behaviour"
SITUATIONS = {
    "holds": (BOTH, "", (), 0, "ok  P         holds in every behaviour"),
    "unsafe": ("[](h < 4) /\\ <>(h = 3)", "", (), 12, "x  P is violated after 4 steps"),
    "not live": ("[](h < 6) /\\ <>(h = 7)", "", (), 13, "x  P is violated: states 1 to 5"),
    "reduced": (BOTH, "VIEW View", (), 20, f"??  P         {SAFE}{REDUCED}"),
    "reduced and unsafe": (
        "[](h < 4) /\\ <>(h = 3)",
        "VIEW View",
        (),
        12,
        "x  P is violated after",
    ),
    "left out": (BOTH, "", ("--safety-only",), 0, f"--  P         {SAFE}left out by --safety-only"),
    "left out and unsafe": ("[](h < 4) /\\ <>(h = 3)", "", ("--safety-only",), 12, "x  P is"),
    "left out and not live": (
        "[](h < 6) /\\ <>(h = 7)",
        "",
        ("--safety-only",),
        0,
        f"--  P  {'':7}{SAFE}",
    ),
    "twice violated": (
        "[](h < 4) /\\ <>(h = 7) /\\ [][h' > h]_h",
        "",
        ("--continue",),
        12,
        "x  P is violated after 4 steps",
    ),
    "partial": (BOTH, "", ("--depth", "2"), 0, "--  P         not violated up to depth 2"),
}


@ENGINES
@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_property_has_one_line_and_one_place(
    situation: str, engine: str, capsys: Capture
) -> None:
    formula, entries, options, code, line = SITUATIONS[situation]
    clock(f"P == {formula}", config=f"PROPERTY P\n{entries}")
    text, found = told(capsys, "--engine", engine, *options)
    about = [each for each in lines_about("P", text) if "in violation of it" not in each]
    assert len(about) == 1
    assert about[0].startswith(line)
    assert found["exit"] == code
    assert (found["checked"] + found["not_checked"]).count("P") == 1
    assert found["property"] == ("P" if code in (12, 13) else None)
    assert "more_violations" not in found["check"]


@ENGINES
def test_the_place_in_the_json_says_whether_it_was_checked(engine: str, capsys: Capture) -> None:
    for situation, (formula, entries, options, code, _) in SITUATIONS.items():
        clock(f"P == {formula}", config=f"PROPERTY P\n{entries}")
        _, found = told(capsys, "--engine", engine, *options)
        partly = code not in (12, 13) and bool(entries or "--safety-only" in options)
        assert found["not_checked"] == (["P"] if partly else []), situation
        said = [each for each in notes(found) if each.startswith("the temporal part of P is not")]
        assert len(said) == partly, situation


# ---- --safety-only ----


def test_safety_only_leaves_temporal_properties_out(capsys: Capture) -> None:
    clock("Live == <>(h = 7)\nInv == h < 9", config="PROPERTY Live\nINVARIANT Inv")
    text, found = told(capsys)
    assert found["exit"] == 13
    text, found = told(capsys, "--safety-only")
    assert found["exit"] == 0
    assert found["verdict"] == "exhausted"
    assert (found["checked"], found["not_checked"]) == (["Inv", "deadlock"], ["Live"])
    assert found["check"]["safety_only"] is True
    assert notes(found) == ["Live is not checked: left out by --safety-only"]
    assert "note Live is not checked: left out by --safety-only\n" in text
    assert "Live  holds" not in text


def test_safety_only_still_finds_violations(capsys: Capture) -> None:
    clock("Live == <>(h = 7)\nInv == h < 4", config="PROPERTY Live\nINVARIANT Inv")
    text, found = told(capsys, "--safety-only")
    assert (found["exit"], found["property"]) == (12, "Inv")
    assert "note Live is not checked: left out by --safety-only\n" in text


def test_safety_only_in_python() -> None:
    clock("Live == <>(h = 7)", config="PROPERTY Live")
    result = load("Clock.tla").check(safety_only=True)
    assert result.ok
    assert result.to_json()["not_checked"] == ("Live",)
    assert not load("Clock.tla").check().ok


def test_without_safety_only_the_json_does_not_mention_it(capsys: Capture) -> None:
    clock("Live == <>(h = 3)", config="PROPERTY Live")
    _, found = told(capsys)
    assert "safety_only" not in found["check"]
    assert (found["exit"], found["checked"]) == (0, ["Live", "deadlock"])


# ---- guesses ----


@ENGINES
def test_a_guess_is_checked_when_it_can_be(engine: str, capsys: Capture) -> None:
    clock("Liveness == <>(h = 3)")
    text, found = told(capsys, "--engine", engine)
    assert (found["exit"], found["checked"]) == (0, ["Liveness", "deadlock"])
    assert "by name: Spec (specification), Liveness (property)" in text
    clock("Liveness == <>(h = 7)")
    assert told(capsys, "--engine", engine)[1]["exit"] == 13


NO_FAIRNESS = (
    "Termination is not checked: the specification has no fairness condition"
    " (in PlusCal: `fair process`)"
)


@ENGINES
def test_without_fairness_a_guess_is_not_checked(engine: str, capsys: Capture) -> None:
    clock("Termination == <>(h = 3)", fairness="")
    text, found = told(capsys, "--engine", engine)
    assert (found["exit"], found["not_checked"]) == (0, ["Termination"])
    assert notes(found) == [NO_FAIRNESS]
    assert NO_FAIRNESS in " ".join(text.split())


def test_without_fairness_a_named_property_can_fail(capsys: Capture) -> None:
    clock("Termination == <>(h = 3)", fairness="")
    assert told(capsys, "--property", "Termination")[1]["exit"] == 13
    clock("Termination == <>(h = 3)", fairness="", config="PROPERTY Termination")
    assert told(capsys)[1]["exit"] == 13


ALGORITHM = """---- MODULE Clock ----
EXTENDS Naturals
(*--algorithm Clock
variable h = 0;
{fair}process P = 1
begin
    A: h := 1;
end process;
end algorithm; *)
====
"""


@pytest.mark.parametrize("fair", ["", "fair "])
def test_termination_of_an_algorithm(fair: str, capsys: Capture) -> None:
    Path("Clock.tla").write_text(ALGORITHM.format(fair=fair), encoding="utf-8")
    text, found = told(capsys)
    assert found["exit"] == 0
    assert found["checked"] == (["Termination", "deadlock"] if fair else ["deadlock"])
    assert ("Termination  holds in every behaviour" in text) == bool(fair)
    assert (NO_FAIRNESS in " ".join(text.split())) == (not fair)


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("<>(h = 1) -+-> <>(h = 2)", "`-+->` in a temporal formula is not supported"),
        ("\\E i \\in {h} : <>(h = i)", "a quantifier over a set that is not constant"),
        ("\\A n \\in Nat : h = n ~> h = 0", "the elements of Nat cannot be enumerated"),
        (
            " \\/ ".join(f"<>(h = {i} /\\ <>(h = {i + 8}))" for i in range(9)),
            "at most 16 together are supported",
        ),
    ],
)
def test_a_guess_that_is_not_supported_is_a_note(
    formula: str, reason: str, capsys: Capture
) -> None:
    clock(f"Liveness == {formula}\nInv == h < 9")
    _, found = told(capsys)
    assert (found["exit"], found["not_checked"]) == (0, ["Liveness"])
    (note,) = notes(found)
    assert note.startswith("Liveness is not checked: ")
    assert reason in note
    assert run(["check", "Clock.tla", "--property", "Liveness"]) != 0


def test_an_unsupported_fairness_condition_is_not_held_against_a_guess(capsys: Capture) -> None:
    clock("Liveness == <>(h = 3)", fairness=" /\\ \\A i \\in {h} : WF_h(h = i /\\ Next)")
    _, found = told(capsys)
    assert (found["exit"], found["not_checked"]) == (0, ["Liveness"])
    assert run(["check", "Clock.tla", "--property", "Liveness"]) == 150


def test_a_temporal_formula_that_is_named_like_an_invariant_is_not_held_against_it(
    capsys: Capture,
) -> None:
    clock("Inv == h < 9\nSafety == Spec => []Inv\nTypeInvariant == \\EE x : [](x = h)")
    text, found = told(capsys)
    assert (found["exit"], found["checked"]) == (0, ["Inv", "deadlock"])
    assert "not asked   Safety, TypeInvariant (`--property NAME` checks one)" in text


# ---- what nobody asked for ----


def test_likely_properties_are_listed_without_a_configuration(capsys: Capture) -> None:
    clock("LiveAgain == []<>(h = 3)\nEnds == <>(h = 2)\nTHEOREM Spec => Ends")
    text, found = told(capsys)
    assert "  not asked   LiveAgain, Ends (`--property NAME` checks one)\n" in text
    assert (found["exit"], found["checked"]) == (0, ["deadlock"])


def test_likely_properties_are_notes_with_a_configuration(capsys: Capture) -> None:
    clock("Inv == h < 9\nMakesProgress == <>(h = 2)", config="INVARIANT Inv")
    text, found = told(capsys)
    assert "note `MakesProgress` looks like a property; `--property MakesProgress` checks" in text
    assert "not asked" not in text
    assert found["exit"] == 0


def test_what_options_ask_for_is_all_that_is_asked(capsys: Capture) -> None:
    clock("Inv == h < 9\nMakesProgress == <>(h = 2)", config="INVARIANT Inv")
    assert "MakesProgress" not in told(capsys, "--invariant", "Inv")[0]


# ---- constraints ----


@ENGINES
@pytest.mark.parametrize(
    ("entry", "constraint"),
    [("CONSTRAINT Early", "Early"), ("ACTION_CONSTRAINT Small", "Small")],
)
def test_a_property_that_holds_within_a_constraint_says_so(
    entry: str, constraint: str, engine: str, capsys: Capture
) -> None:
    clock("Live == <>(h = 7)\nSmall == h' # 4", config=f"PROPERTY Live\n{entry}")
    text, found = told(capsys, "--engine", engine)
    assert found["exit"] == 0
    assert f"ok  Live      holds in every behaviour within {entry}\n" in text
    assert notes(found) == [
        f"Live may be violated by a behaviour that leaves the constraint {constraint}:"
        " such behaviours are cut off and were not checked"
    ]


def test_a_lasso_within_a_constraint_needs_no_warning(capsys: Capture) -> None:
    clock("Live == <>(h = 7)\nWide == h < 9", config="PROPERTY Live\nCONSTRAINT Wide")
    _, found = told(capsys)
    assert (found["exit"], notes(found)) == (13, [])


def test_safety_needs_no_warning_about_a_constraint(capsys: Capture) -> None:
    clock("Inv == h < 9", config="INVARIANT Inv\nCONSTRAINT Early")
    assert notes(told(capsys)[1]) == []
