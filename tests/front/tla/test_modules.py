from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.front.files import Files
from holdfast.front.tla.bundled import bundled_names, module_defining
from holdfast.front.tla.modules import Spec, load_spec
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.parser import Parsed, parse_file
from holdfast.source import Source

WORDS = r"""---- MODULE A ==== EXTENDS Naturals VARIABLE x CONSTANT N F(_) RECURSIVE == \n
    INSTANCE WITH <- LET IN \E \in : LAMBDA [] <> ' ENABLED [ ] _ << >> EXCEPT ! = @ THEOREM
    ASSUME PROVE NEW <1>1. QED BY DEF f y 1 {  } ( ) , + /\ \/ CHOOSE IF THEN ELSE :: Op""".split()


def write(folder: Path, **modules: str) -> Path:
    """Write modules without their frame; the path of the last one."""
    path = folder
    for name, body in modules.items():
        path = folder / f"{name}.tla"
        path.write_text(f"---- MODULE {name} ----\n{body}\n====\n")
    return path


def codes(spec: Spec) -> list[str]:
    return [d.code for d in spec.diagnostics]


def test_a_missing_root_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="Nothing"):
        load_spec(tmp_path / "Nothing.tla")


def test_given_text_stands_for_the_file(tmp_path: Path) -> None:
    spec = load_spec(
        tmp_path / "A.tla",
        files=Files.over({tmp_path / "A.tla": "---- MODULE A ----\nOne == 1\n====\n"}),
    )
    assert list(spec.module.names) == ["One"]
    assert spec.diagnostics == ()


def test_the_spec_lists_every_module_that_belongs_to_it(tmp_path: Path) -> None:
    path = write(tmp_path, B="EXTENDS Naturals", A="I == INSTANCE B")
    spec = load_spec(path)
    assert set(spec.modules) == {"A", "B", "Naturals"}
    assert spec.module is spec.modules["A"]
    assert str(tmp_path / "B.tla") in spec.sources


def test_a_module_beside_the_spec_shadows_a_bundled_one(tmp_path: Path) -> None:
    path = write(tmp_path, Naturals="Mine == 1", A="EXTENDS Naturals, Sequences")
    spec = load_spec(path)
    assert "Mine" in spec.module.names
    assert not spec.modules["Naturals"].bundled
    # Sequences extends Naturals too, and means this one.
    assert spec.modules["Sequences"].dependencies["Naturals"] is spec.modules["Naturals"]


def test_the_search_path_comes_after_the_folder_of_the_spec(tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    write(library, B="Far == 1", C="Found == 1")
    path = write(tmp_path, B="Near == 1", A="EXTENDS B, C")
    spec = load_spec(path, [library])
    assert {"Near", "Found"} <= set(spec.module.names)


def test_other_modules_of_the_same_file_are_found(tmp_path: Path) -> None:
    path = tmp_path / "A.tla"
    text = "---- MODULE A ----\nEXTENDS B\nTwo == {One}\n====\n---- MODULE B ----\nOne == 1\n====\n"
    path.write_text(text)
    assert codes(load_spec(path)) == []


def test_the_root_is_the_last_module_of_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "A.tla"
    path.write_text("---- MODULE B ----\nX == 1\n====\n---- MODULE A ----\nY == 1\n====\n")
    assert list(load_spec(path).module.names) == ["Y"]


def test_a_file_of_another_name_is_a_mistake_and_is_read_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "B.tla"
    path.write_text("---- MODULE A ----\nOne == Two\n====\n")
    assert codes(load_spec(path)) == ["module-name", "unbound-name"]


def test_a_file_without_a_module_gives_an_empty_spec(tmp_path: Path) -> None:
    path = tmp_path / "A.tla"
    path.write_text("nothing here")
    spec = load_spec(path)
    assert codes(spec) == ["no-module"]
    assert spec.module.names == {}


def test_a_file_that_is_not_utf_8_is_reported_and_read(tmp_path: Path) -> None:
    path = tmp_path / "A.tla"
    path.write_bytes(b"---- MODULE A ----\n\\* caf\xe9\nOne == 1\n====\n")
    spec = load_spec(path)
    assert codes(spec) == ["bad-encoding"]
    assert "One" in spec.module.names


def test_a_missing_module_is_reported_once_with_the_places_that_were_searched(
    tmp_path: Path,
) -> None:
    path = write(tmp_path, A="EXTENDS Lists\nI == INSTANCE Lists\nX == Undeclared + I!y")
    (found,) = load_spec(path).diagnostics
    assert found.code == "missing-module"
    assert str(tmp_path) in found.notes[0].message


def test_a_circle_is_named(tmp_path: Path) -> None:
    write(tmp_path, B="EXTENDS C", C="I == INSTANCE A")
    spec = load_spec(write(tmp_path, A="EXTENDS B"))
    (found,) = spec.diagnostics
    assert "A -> B -> C -> A" in found.message


def test_mistakes_in_an_extended_module_are_reported_there(tmp_path: Path) -> None:
    path = write(tmp_path, B="One == Two", A="EXTENDS B\nThree == One")
    (found,) = load_spec(path).diagnostics
    assert found.span is not None
    assert found.span.source.name.endswith("B.tla")


def test_diagnostics_are_in_order_with_the_root_first(tmp_path: Path) -> None:
    path = write(tmp_path, Aa="One == p", B="EXTENDS Aa\nX == q\nY == r")
    places = [d.span.text for d in load_spec(path).diagnostics if d.span is not None]
    assert places == ["q", "r", "p"]


def test_bundled_modules_are_resolved_once_in_a_process(tmp_path: Path) -> None:
    first = load_spec(write(tmp_path, A="EXTENDS Naturals"))
    second = load_spec(write(tmp_path, B="EXTENDS Naturals"))
    assert first.modules["Naturals"] is second.modules["Naturals"]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path, B="One == 1", A="EXTENDS B")
    load_spec(path)
    write(tmp_path, B="Two == 2")
    os.utime(tmp_path / "B.tla", ns=(1, 1))
    assert "Two" in load_spec(path).module.names


def test_a_module_is_resolved_again_when_what_it_extends_is_another(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in (shared, *folders):
        folder.mkdir()
    write(shared, Middle="EXTENDS Base\nCopy == Value")
    values = []
    for folder in folders:
        write(folder, Base=f'Value == "{folder.name}"')
        spec = load_spec(write(folder, A="EXTENDS Middle"), [shared])
        values.append(spec.module.names["Value"])
    assert values[0] is not values[1]


def test_a_node_that_stands_in_two_places_means_two_things(tmp_path: Path) -> None:
    def share_a_body(source: Source) -> Parsed:
        module = parse_file(source).modules[0]
        first, second = module.units
        assert isinstance(first, tree.Definition)
        assert isinstance(second, tree.Definition)
        twin = tree.Definition(second.name, second.params, first.body, span=second.span)
        return Parsed((tree.Module(module.name, (), (first, twin), span=module.span),), ())

    # Only the translation of an algorithm shares nodes.
    text = "---- MODULE A ----\nF(x) == x\nG(x) == 1 \\* algorithm\n====\n"
    files = Files.over({tmp_path / "A.tla": text})
    spec = load_spec(tmp_path / "A.tla", parse=share_a_body, files=files)
    f, g = spec.module.node.units
    assert isinstance(f, tree.Definition)
    assert isinstance(g, tree.Definition)
    uses, declared = spec.module.uses, spec.module.declared
    assert uses[id(f.body)] is declared[id(f.params[0])]
    assert uses[id(g.body)] is declared[id(g.params[0])]


def test_another_reader_can_be_given(tmp_path: Path) -> None:
    path = write(tmp_path, B="One == 1", A="EXTENDS B")
    seen: list[str] = []

    def parse(source: Source) -> Parsed:
        seen.append(Path(source.name).stem)
        return parse_file(source)

    load_spec(path, parse=parse)
    assert seen == ["A", "B"]


def test_every_bundled_module_is_without_mistakes(tmp_path: Path) -> None:
    names = bundled_names()
    path = write(tmp_path, A="\n".join(f"I{i} == INSTANCE {n}" for i, n in enumerate(names)))
    spec = load_spec(path)
    in_library = [d for d in spec.diagnostics if d.span and d.span.source.name != str(path)]
    assert in_library == []


def test_the_home_of_a_standard_operator_is_known() -> None:
    homes = [module_defining(n) for n in ("+", "-.", "Len", "Cardinality", ":>", "Nothing at all")]
    assert homes == ["Naturals", "Integers", "Sequences", "FiniteSets", "TLC", None]


@given(st.lists(st.sampled_from(WORDS), max_size=40))
def test_no_text_makes_it_raise(words: list[str]) -> None:
    text = "---- MODULE A ----\n" + " ".join(words).replace("\\n", "\n") + "\n====\n"
    for diagnostic in load_spec(
        Path("nowhere/A.tla"), files=Files.over({Path("nowhere/A.tla"): text})
    ).diagnostics:
        assert diagnostic.span is not None
