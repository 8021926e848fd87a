from __future__ import annotations

import json

from holdfast.report.envelope import Envelope, diagnostic_json, show_envelope
from holdfast.source import Diagnostic, Note, Source, Span
from holdfast.version import VERSION

SOURCE = Source("A.tla", "Init == x\nNext == y\n")
WRONG = Diagnostic(
    "syntax", "no", Span(SOURCE, 8, 9), help="yes", notes=(Note("there", Span(SOURCE, 18, 19)),)
)
DOUBTFUL = Diagnostic("syntax", "hm", None, severity="warning")

KEYS = (
    "holdfast command spec config constants engine verdict scope kind property checked not_checked"
    " assumed reductions vacuous never_enabled collision_probability cause reason"
    " warnings diagnostics seconds exit"
).split()


def test_the_keys_are_always_the_same_and_in_order() -> None:
    for command in ("parse", "fmt"):
        answer = json.loads(show_envelope(Envelope(command=command)))
        assert list(answer) == [*KEYS, command]
        assert answer["holdfast"] == VERSION


def test_errors_and_warnings_are_apart() -> None:
    answer = json.loads(show_envelope(Envelope(command="parse", diagnostics=(DOUBTFUL, WRONG))))
    assert [d["message"] for d in answer["warnings"]] == ["hm"]
    assert [d["message"] for d in answer["diagnostics"]] == ["no"]


def test_a_diagnostic_says_where_it_is() -> None:
    assert diagnostic_json(WRONG) == {
        "code": "syntax",
        "severity": "error",
        "message": "no",
        "file": "A.tla",
        "start": {"line": 1, "column": 9, "offset": 8},
        "end": {"line": 1, "column": 10, "offset": 9},
        "help": "yes",
        "notes": [
            {
                "message": "there",
                "file": "A.tla",
                "start": {"line": 2, "column": 9, "offset": 18},
                "end": {"line": 2, "column": 10, "offset": 19},
            }
        ],
        "sany": None,
    }


def test_a_diagnostic_without_a_place_has_the_same_keys() -> None:
    shown = diagnostic_json(DOUBTFUL)
    assert shown.keys() == diagnostic_json(WRONG).keys()
    assert shown["file"] is None
    assert shown["start"] is None
