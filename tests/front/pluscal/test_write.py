from __future__ import annotations

import zlib

import pytest

from holdfast.front.pluscal import (
    blank_translation,
    find_algorithm,
    splice,
    translate,
    write_translation,
)
from holdfast.front.pluscal.locate import find_translation, inner_lines
from holdfast.front.tla.syntax import tree as tla
from holdfast.front.tla.syntax.parser import parse_file
from holdfast.source import Source, SpecError
from tests.front.pluscal.given import module

ALGORITHM = "--algorithm A\nvariables x = 0;\nbegin a: x := 1; end algorithm"
AFTER = "Small == x < 3\n"


def written(source: Source) -> Source:
    return Source(source.name, write_translation(source))


def current(source: Source) -> bool | None:
    translation = translate(source)
    assert translation is not None
    return translation.current


def stale_message(source: Source) -> str:
    translation = translate(source)
    assert translation is not None
    return next(d.message for d in translation.diagnostics if d.code == "pcal-stale")


def test_a_translation_is_put_behind_the_comment_of_the_algorithm() -> None:
    text = write_translation(module(ALGORITHM, after=AFTER))
    before, _, rest = text.partition("\\* BEGIN TRANSLATION")
    assert before.endswith("end algorithm\n*)\n")
    assert rest.endswith("\\* END TRANSLATION\nSmall == x < 3\n====\n")


def test_what_was_written_is_current_and_stays_as_it_is() -> None:
    source = written(module(ALGORITHM, after=AFTER))
    assert current(source) is True
    assert write_translation(source) == source.text


def test_a_file_without_a_translation_is_neither_current_nor_stale() -> None:
    assert current(module(ALGORITHM)) is None


def test_the_checksum_is_that_of_the_lines() -> None:
    source = written(module(ALGORITHM))
    region = find_translation(source)
    assert region is not None
    lines = "".join(inner_lines(region))
    assert f'chksum(tla) = "{zlib.crc32(lines.encode()):x}"' in region.text.split("\n")[0]


def test_the_algorithm_of_a_fair_algorithm_has_a_fixed_checksum() -> None:
    text = write_translation(module(ALGORITHM.replace("--algorithm", "--fair algorithm")))
    assert f'chksum(pcal) = "{zlib.crc32(b"fair"):x}"' in text


def test_a_changed_algorithm_is_told_from_an_edited_translation() -> None:
    source = written(module(ALGORITHM))
    changed = Source("Test.tla", source.text.replace("x := 1", "x := 2"))
    assert current(changed) is False
    assert stale_message(changed) == "the algorithm has changed since its translation was written"
    edited = Source("Test.tla", source.text.replace("x' = 1", "x' = 2"))
    assert current(edited) is False
    assert stale_message(edited) == "the translation in the file was edited by hand"


def test_a_stale_translation_is_written_afresh() -> None:
    source = written(module(ALGORITHM))
    changed = Source("Test.tla", source.text.replace("x := 1", "x := 2"))
    assert "x' = 2" in write_translation(changed)
    assert write_translation(changed).count("TRANSLATION") == 2


def test_what_somebody_wrote_into_a_translation_is_kept_behind_it() -> None:
    old = (
        "\\* BEGIN TRANSLATION\nVARIABLES x, pc, gone\n"
        "Old == gone = 1\nOlder == Old\nInit == x = 7\nInv ==\n  x < 3\n\\* END TRANSLATION\n"
    )
    source = module(ALGORITHM, after=old + AFTER)
    assert "\\* END TRANSLATION\nInv ==\n  x < 3\nSmall == x < 3\n" in write_translation(source)
    assert "gone" not in write_translation(source)
    names = [u.name.name for u in spliced(source).units if isinstance(u, tla.Definition)]
    assert names == [
        "vars",
        "Init",
        "a",
        "Terminating",
        "Next",
        "Spec",
        "Termination",
        "Inv",
        "Small",
    ]
    assert current(written(source)) is True


def test_text_around_an_old_translation_is_kept() -> None:
    old = "\\***** BEGIN TRANSLATION  of the algorithm\nVARIABLE y\n\\*** END TRANSLATION ***\n"
    text = write_translation(module(ALGORITHM, after="Above == 1\n" + old + "Below == 2\n"))
    assert "Above == 1\n\\***** BEGIN TRANSLATION  of the algorithm\n" in text
    assert "\\*** END TRANSLATION ***\nBelow == 2\n" in text
    assert "VARIABLE y" not in text


def test_a_switched_off_checksum_stays_switched_off() -> None:
    old = (
        "\\* BEGIN TRANSLATION (chksum(pcal) \\in STRING /\\ chksum(tla) \\in STRING)\n"
        "\\* END TRANSLATION\n"
    )
    text = write_translation(module(ALGORITHM, after=old))
    assert "(chksum(pcal) \\in STRING /\\ chksum(tla) \\in STRING)" in text


def test_an_old_hash_is_replaced() -> None:
    old = "\\* BEGIN TRANSLATION - the hash of the PCal code: PCal-1234\n\\* END TRANSLATION\n"
    text = write_translation(module(ALGORITHM, after=old))
    assert "hash of the PCal" not in text
    assert "\\* BEGIN TRANSLATION (chksum(pcal)" in text


def test_line_ends_are_those_of_the_file() -> None:
    source = module(ALGORITHM)
    text = write_translation(Source("Test.tla", source.text.replace("\n", "\r\n")))
    assert text.count("\n") == text.count("\r\n")
    assert current(Source("Test.tla", text)) is True


def test_an_algorithm_with_errors_is_not_written() -> None:
    with pytest.raises(SpecError):
        write_translation(module(ALGORITHM.replace(":=", "=")))


def test_a_file_without_an_algorithm_is_left_alone() -> None:
    source = Source("M.tla", "---- MODULE M ----\n====\n")
    assert write_translation(source) == source.text


def test_a_translation_made_with_other_options_is_current() -> None:
    processes = ALGORITHM.replace("begin", "process p = 1 begin").replace(
        "end algorithm", "end process; end algorithm"
    )
    fair = write_translation(module(processes, before="\\* PlusCal options (wf)\n"))
    assert current(Source("Test.tla", fair.replace("PlusCal options (wf)", ""))) is True


def test_the_order_of_variables_and_the_line_of_an_assertion_do_not_make_it_stale() -> None:
    source = written(module(ALGORITHM.replace("a: x", "a: assert x = 0; x"), after=AFTER))
    text = source.text.replace("VARIABLES pc, x", "VARIABLES x, pc").replace(
        "<<pc, x>>", "<<x, pc>>"
    )
    moved = text.replace("EXTENDS", "\n\n\nEXTENDS")
    assert current(Source("Test.tla", moved)) is True


# ---- in memory ----


def spliced(source: Source) -> tla.Module:
    translation = translate(source)
    assert translation is not None
    parsed = parse_file(blank_translation(source, translation))
    assert not parsed.diagnostics
    return splice(parsed.modules[0], translation)


def unit_names(module: tla.Module) -> list[str]:
    return [u.name.name for u in module.units if isinstance(u, tla.Definition)]


def test_units_are_put_between_what_stands_before_and_after_the_algorithm() -> None:
    source = module(ALGORITHM, before="Before == 1\n", after=AFTER)
    names = unit_names(spliced(source))
    assert names[0] == "Before"
    assert names[-1] == "Small"
    assert "Next" in names


def test_an_old_translation_gives_way_to_the_fresh_one() -> None:
    source = written(module(ALGORITHM, after=AFTER))
    broken = Source("Test.tla", source.text.replace("Next ==", "Next == ( Old =="))
    names = unit_names(spliced(broken))
    assert names == unit_names(spliced(source))
    assert names.count("Next") == 1


def test_spans_outside_the_translation_stay_where_they_were() -> None:
    source = written(module(ALGORITHM, after=AFTER))
    last = spliced(source).units[-1]
    assert source.text[last.span.start : last.span.end] == "Small == x < 3"


def test_an_algorithm_in_a_nested_module_is_translated_there() -> None:
    inner = "---- MODULE Inner ----\n(* " + ALGORITHM + " *)\n====\n"
    source = Source("M.tla", f"---- MODULE M ----\nEXTENDS Naturals\n{inner}A == 1\n====\n")
    outer = spliced(source)
    nested = next(u for u in outer.units if isinstance(u, tla.Module))
    assert "Next" in unit_names(nested)
    assert unit_names(outer) == ["A"]


# ---- where the algorithm is ----


def test_an_algorithm_is_found_with_the_comment_that_holds_it() -> None:
    source = module(ALGORITHM)
    span = find_algorithm(source)
    assert span is not None
    assert span.text == ALGORITHM + "\n"


def test_prose_about_algorithms_is_no_algorithm() -> None:
    for text in ("(* the word --algorithm, *)", "(* --fair *)", "--algorithm"):
        assert find_algorithm(Source("M.tla", text)) is None


def test_a_comment_that_is_never_closed_is_reported() -> None:
    source = Source("M.tla", f"---- MODULE M ----\n(* {ALGORITHM}\n====\n")
    translation = translate(source)
    assert translation is not None
    assert [d.code for d in translation.diagnostics] == ["pcal-unclosed"]


def test_a_translation_without_an_end_is_reported() -> None:
    translation = translate(module(ALGORITHM, after="\\* BEGIN TRANSLATION\nVARIABLE x\n"))
    assert translation is not None
    assert [d.code for d in translation.diagnostics] == ["pcal-unclosed"]


def test_an_algorithm_before_the_module_needs_a_place_for_its_translation() -> None:
    rest = "---- MODULE M ----\n{}====\n"
    source = Source("M.tla", f"(* {ALGORITHM} *)\n{rest.format('')}")
    translation = translate(source)
    assert translation is not None
    assert [d.code for d in translation.diagnostics] == ["pcal-outside-module"]
    place = "\\* BEGIN TRANSLATION\n\\* END TRANSLATION\n"
    source = Source("M.tla", f"(* {ALGORITHM} *)\n{rest.format(place)}")
    assert "Next" in unit_names(spliced(source))
