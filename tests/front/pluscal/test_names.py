from __future__ import annotations

import pytest

from tests.front.pluscal.given import codes, translated, translated_text

TWO = """--algorithm A
variables g = 0;
process p \\in 1..2 variables x = 1; begin a: x := 2; b: goto a; end process
process q = 3 variables x = 1; begin a: x := 3; end process
end algorithm"""


def test_names_that_clash_get_a_suffix_from_their_process() -> None:
    text = translated_text(TWO)
    assert "VARIABLES pc, g, x_, x" in text
    assert 'a_(self) == /\\ pc[self] = "a_"' in text
    assert 'pc\' = [pc EXCEPT ![self] = "a_"]' in text
    assert 'a == /\\ pc[3] = "a"' in text


def test_renamed_names_are_listed_in_the_text() -> None:
    lines = translated_text(TWO).splitlines()
    assert lines[:2] == [
        "\\* Label a of process p at line 6 col 43 changed to a_",
        "\\* Process variable x of process p at line 6 col 30 changed to x_",
    ]


def test_renamed_names_are_a_warning() -> None:
    (found,) = translated(TWO).diagnostics
    assert found.code == "pcal-renamed"
    assert len(found.notes) == 2


def test_a_longer_suffix_is_used_if_the_short_one_is_taken() -> None:
    text = translated_text(TWO.replace("g = 0", "x_ = 0"))
    assert "VARIABLES pc, x_, x_p, x" in text


REDEFINED = {
    "variables x = 0, x = 1; process p = 1 begin a: skip; end process": "x",
    "variables pc = 0; process p = 1 begin a: skip; end process": "pc",
    "variables x = 0; process p = 1 variables x = 1; begin a: skip; end process": "x",
    "variables x = 0; process p = 1 begin a: skip; a: skip; end process": "a",
    "variables x = 0; process p = 1 begin a: skip; end process\n"
    "process p = 2 begin b: skip; end process": "p",
    "variables x = 0; procedure q(n) variables n = 1; begin a: return; end procedure\n"
    "process p = 2 begin b: skip; end process": "n",
}


@pytest.mark.parametrize("parts", REDEFINED)
def test_a_name_declared_twice_is_reported(parts: str) -> None:
    (found,) = translated(f"--algorithm A\n{parts}\nend algorithm").diagnostics
    assert found.code == "pcal-redefined"
    assert found.span is not None
    assert found.span.text == REDEFINED[parts]


def test_a_goto_to_a_label_of_another_process_is_reported() -> None:
    found = translated(TWO.replace("goto a", "goto c")).diagnostics[0]
    assert (found.code, found.message) == ("pcal-unknown-label", "there is no label `c` in `p`")


def test_a_misspelled_label_is_guessed() -> None:
    algorithm = "--algorithm A\nvariables x = 0;\nbegin start: goto strat; end algorithm"
    assert translated(algorithm).diagnostics[0].help == "did you mean `start`?"


def test_the_name_of_the_default_value_cannot_be_declared() -> None:
    algorithm = "--algorithm A\nvariables defaultInitValue;\nbegin a: skip; end algorithm"
    assert codes(algorithm) == ["pcal-default-name"]
