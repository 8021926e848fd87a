from __future__ import annotations

import pytest

from holdfast.front.pluscal.options import Options, file_options
from holdfast.source import Source
from tests.front.pluscal.given import codes, translated_text

PROCESSES = """--algorithm A
variables x = 0;
process p \\in 1..2 begin a: x := 1; end process
end algorithm"""
PLAIN = "--algorithm A\nvariables x = 0;\nbegin a: x := 1; end algorithm"


def spec_line(algorithm: str, options: str) -> str:
    text = translated_text(algorithm, f"\\* PlusCal options ({options})\n")
    return text[text.index("Spec ==") :].split("\n\n")[0]


def test_no_option_means_no_fairness() -> None:
    assert spec_line(PROCESSES, "") == "Spec == Init /\\ [][Next]_vars"


def test_wf_gives_weak_fairness_to_every_process() -> None:
    assert "\\A self \\in 1..2 : WF_vars(p(self))" in spec_line(PROCESSES, "wf")


def test_sf_gives_strong_fairness_to_every_process() -> None:
    assert "\\A self \\in 1..2 : SF_vars(p(self))" in spec_line(PROCESSES, "-sf")


def test_wf_next_gives_fairness_of_the_next_state_relation() -> None:
    assert "WF_vars(Next)" in spec_line(PROCESSES, "wfNext")


def test_nof_takes_fairness_away() -> None:
    fair = PROCESSES.replace("process p", "fair process p", 1)
    assert "WF_vars(p(self))" in spec_line(fair, "")
    assert "WF_vars" not in spec_line(fair, "nof")


def test_termination_needs_fairness() -> None:
    assert "WF_vars(Next)" in spec_line(PLAIN, "termination")
    assert "WF_vars" not in spec_line(PLAIN, "nof termination")


def test_a_fair_algorithm_without_processes_is_fair() -> None:
    assert "WF_vars(Next)" in spec_line(PLAIN.replace("--algorithm", "--fair algorithm"), "")


def test_the_disjunct_for_termination_can_be_left_out() -> None:
    text = translated_text(PLAIN, "\\* PlusCal options (noDoneDisjunct)\n")
    assert "Terminating" not in text
    assert "Termination ==" in text


@pytest.mark.parametrize("options", ["wrong", "wf, sf", "labelRoot 1x", "version x", "lineWidth 7"])
def test_a_wrong_option_is_reported(options: str) -> None:
    assert codes(PLAIN, f"\\* PlusCal options ({options})\n") == ["pcal-options"]


def test_options_without_parentheses_have_no_effect() -> None:
    assert codes(PLAIN, "\\* All PlusCal options are listed below.\n") == ["pcal-options"]


def test_a_version_before_1_5_keeps_the_control_variable() -> None:
    endless = (
        "--algorithm A\nvariables x = 0;\nbegin a: while TRUE do x := 1; end while; end algorithm"
    )
    assert "pc" not in translated_text(endless)
    assert "pc" in translated_text(endless, "\\* PlusCal options (version 1.4)\n")


def test_options_are_read_from_anywhere_in_the_file() -> None:
    found, problems = file_options(Source("M", "(* PlusCal   options( label\n wf ) *)"), Options())
    assert found == Options(label=True, fairness="wf")
    assert problems == []
