"""A Promela model as a document."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.front.document import Asked
from holdfast.front.load import load
from holdfast.source import Source, SpecError

MODEL = """\
#define N 2
#define small (x <= N)
byte x
mtype = { red, green }
mtype light = red
active [N] proctype P() { cs: x++ }
ltl p { [] small }
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "model.pml"
    found.write_text(MODEL)
    return found


def test_macros_are_constants_and_processes_are_symbols(path: Path) -> None:
    document = load(path)
    assert [(s.name, s.kind) for s in document.symbols()] == [
        ("N", "constant"),
        ("small", "constant"),
        ("x", "variable"),
        ("light", "variable"),
        ("P", "process"),
        ("p", "definition"),
    ]
    assert document.name == "model"


def test_formulas_are_in_the_scope_of_the_model(path: Path) -> None:
    formulas = [Source("f", "small && light == red"), Source("g", "P[0]@cs")]
    model = load(path).build(Asked(), formulas)
    assert len(model.formulas) == 2
    assert model.kinds == {"p": "invariant"}


def test_invariants_of_the_query_are_checked(path: Path) -> None:
    model = load(path).build(Asked(invariants=("small", "x <  3")))
    assert [p.name for p in model.system.invariants][-2:] == ["small", "x < 3"]


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("smal", "promela-unknown-name"),
        ("x <", "promela-syntax"),
        ("x y", "promela-syntax"),
        ("", "promela-syntax"),
        ("P[0]@sc", "promela-unknown-label"),
        ("run P()", "promela-misplaced"),
        ("x = 1", "promela-syntax"),
        ('"', "unclosed-string"),
        ("(" * 9999, "too-deep"),
    ],
)
def test_errors_of_formulas_are_in_their_text(path: Path, formula: str, code: str) -> None:
    with pytest.raises(SpecError) as error:
        load(path).build(Asked(), [Source("formula", formula)])
    found = error.value.diagnostics[0]
    assert found.code == code
    assert found.span is not None
    assert found.span.source.name == "formula"


def test_constants_replace_macros(path: Path) -> None:
    document = load(path)
    assert len(document.build(Asked()).system.variables) == 4
    assert len(document.build(Asked(constants={"N": "3"})).system.variables) == 5
    with pytest.raises(SpecError, match="does not define or use a macro `M`"):
        document.build(Asked(constants={"M": "3"}))


def test_a_constant_may_complete_a_model(path: Path) -> None:
    path.write_text("#ifndef N\n#error N\n#endif\nbyte a[N]; init { a[0] = 1 }")
    document = load(path)
    assert not document.ok
    assert len(document.build(Asked(constants={"N": "3"})).system.variables) == 4


def test_a_file_that_is_not_utf_8_is_not_built(path: Path) -> None:
    path.write_bytes(b"/* \xff */ init { skip }")
    with pytest.raises(SpecError, match="not UTF-8"):
        load(path).build(Asked())


def test_a_model_has_no_configuration_file(path: Path) -> None:
    with pytest.raises(SpecError, match="no configuration file"):
        load(path).build(Asked(config=Path("model.cfg")))


def test_temporal_properties_are_those_of_the_model_or_of_the_query(path: Path) -> None:
    asked = load(path).build(Asked(properties=("<> small",)))
    assert [p.name for p in asked.system.properties] == ["<> small"]
    assert asked.left_out == ("p",)
    assert [p.name for p in load(path).build(Asked(properties=("p",))).system.invariants] == ["p"]
    with pytest.raises(SpecError, match="not declared"):
        load(path).build(Asked(properties=("<> q",)))


def test_a_model_with_errors_is_not_built(path: Path) -> None:
    path.write_text("init { y = 1 }")
    document = load(path)
    assert not document.ok
    with pytest.raises(SpecError, match="`y` is not declared"):
        document.build(Asked())


def test_claims_and_labels_are_checked_if_they_are_asked_for(path: Path) -> None:
    path.write_text(f"{MODEL}never {{ do :: x > 5 -> break :: else od }}")
    assert "claim" in load(path).build(Asked(explored=True)).system.variables
    unasked = load(path).build(Asked())
    ((name, span),) = [(o.name, o.span) for o in unasked.system.omitted]
    assert span is not None
    assert span.text.startswith("never")
    model = load(path).build(Asked(properties=(name, "progress", "acceptance")))
    assert [p.name for p in model.system.properties] == ["progress", "acceptance", name]
    assert "claim" in model.system.variables


def test_the_number_of_processes_is_a_constant(path: Path) -> None:
    path.write_text("byte n; active proctype P() { do :: n < 20 -> n++; run P() :: else od }")
    assert "pc[15]" in load(path).build(Asked()).system.variables
    asked = Asked(constants={"_processes": "30"})
    assert "pc[29]" in load(path).build(asked).system.variables
    with pytest.raises(SpecError, match="a number from 1 to 255"):
        load(path).build(Asked(constants={"_processes": "many"}))
