"""The table of TLC's flags, and the parser of its command line."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from holdfast.cli.tlc_flags import (
    FLAGS,
    Given,
    Simulation,
    WrongCommandLine,
    hint,
    read_command_line,
)

TLC = """
-simulate -generate -modelcheck -difftrace -deadlock -cleanup -nowarning -suppressMessages
-messagesAsErrors -gzip -terse -continue -view -debug -inv -invlevel -debugger -tool
-generateSpecTE -noGenerateSpecTE -noTE -noGenerateSpecTEBin -noTEBin -teSpecOutDir -lncheck
-config -dump -loadTrace -dumpTrace -postCondition -coverage -checkpoint -depth -seed -aril
-maxSetSize -recover -metadir -userFile -workers -dfid -fp -fpmem -fpbits
""".split()
"""The flags that the source of TLC compares a word with, except `-help` and `-h`."""


def test_every_flag_of_tlc_has_a_row_and_no_other_flag_has() -> None:
    names = [flag.name for flag in FLAGS]
    assert sorted(names) == sorted(TLC)
    assert len(set(names)) == len(names)


def _words(name: str) -> list[str]:
    """A command line with this flag and its arguments."""
    arguments = {
        "-suppressMessages": ["2200"],
        "-messagesAsErrors": ["2200"],
        "-dump": ["states"],
        "-dumpTrace": ["json", "f"],
        "-loadTrace": ["json", "f"],
        "-fpmem": ["0.5"],
        "-postCondition": ["M!Op"],
        "-config": ["Small"],
        "-lncheck": ["final"],
    }
    flag = next(f for f in FLAGS if f.name == name)
    return [name, *arguments.get(name, ["7"] * len(flag.arguments)), "Spec"]


@pytest.mark.parametrize("flag", FLAGS, ids=lambda flag: flag.name)
def test_a_flag_is_honoured_ignored_or_refused_by_name(flag: object) -> None:
    name, refused = getattr(flag, "name", ""), getattr(flag, "refused", "")
    reads = getattr(flag, "reads", None)
    if refused:
        with pytest.raises(WrongCommandLine, match=f"^{name} is not supported by holdfast: "):
            read_command_line(_words(name))
    else:
        given = read_command_line(_words(name))
        assert given.spec == Path("Spec.tla")
        # A flag with a meaning changes something; one without changes nothing.
        assert (given != Given(spec=Path("Spec.tla"))) == (reads is not None)


def test_the_arguments_of_the_common_flags() -> None:
    line = "-config Small -workers auto -deadlock -seed -5 -depth 9 -tool Spec.tla -continue"
    given = read_command_line(line.split())
    assert given == Given(
        spec=Path("Spec.tla"),
        config=Path("Small.cfg"),
        workers=None,
        deadlock=False,
        seed=-5,
        depth=9,
        tool=True,
        keep_going=True,
    )


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("-simulate Spec", "simulate", Simulation()),
        ("-simulate num=3,file=x Spec", "simulate", Simulation(3, "x")),
        ("Spec -dump dot", "dump", Path("dot.dump")),
        ("-dump dot,colorize g Spec", "dot", Path("g.dot")),
        ("-dump all.dump Spec", "dump", Path("all.dump")),
        ("-dumptrace JSON f Spec", "traces", (("json", Path("f")),)),
        ("-workers 3 Spec", "workers", 3),
        ("Spec", "workers", 1),
        ("-Dtlc2.TLC.stopAfter=30 Spec", "seconds", 30.0),
        ("-DTLA-Library=a:b Spec", "library", (Path("a"), Path("b"))),
        ("-XX:+UseParallelGC -Xmx4g -Djava.io.tmpdir=/tmp -ea Spec", "spec", Path("Spec.tla")),
    ],
)
def test_optional_arguments_and_settings(line: str, field: str, value: object) -> None:
    assert field in {f.name for f in fields(Given)}
    assert getattr(read_command_line(line.split()), field) == value


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "Missing input TLA"),
        ("A B", "more than one input files: A.tla and B"),
        ("-config", "-config requires an argument"),
        ("-workers many A", "But encountered many"),
        ("-workers 0 A", "at least one worker"),
        ("-depth x A", "-depth requires an integer"),
        ("-dumpTrace xml f A", "-dumpTrace xml is not supported"),
        ("-dump dot,snapshot f A", "-dump dot,snapshot is not supported"),
        ("-nowarning -suppressMessages 1 A", "-nowarning"),
        ("-Dtlc2.tool.impl.Tool.probabilistic=true A", "is not supported by holdfast"),
        ("--help-me A", "unrecognized option: --help-me"),
    ],
)
def test_what_is_wrong_with_a_command_line(line: str, reason: str) -> None:
    with pytest.raises(WrongCommandLine, match=reason):
        read_command_line(line.split())


def test_no_option_of_ours_is_taken_for_a_flag_of_tlc() -> None:
    assert hint(["Spec.tla", "--config", "x.cfg", "-q", "-v", "--const", "N=-1", "-h"]) is None
