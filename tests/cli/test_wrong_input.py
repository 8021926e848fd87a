"""Whatever is wrong with a command line or its files, there is one message and no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.cli import exits
from tests.cli.conftest import Holdfast

OK = """---- MODULE Ok ----
EXTENDS Naturals
VARIABLE x
Init == x = 0
Next == x' = (x + 1) % 3
Inv == x < 3
Bad == x < 2
====
"""
LONG = " /\\ ".join(["x < 3"] * 300)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    """A folder with files of which most are wrong."""
    texts = {
        "Ok.tla": OK,
        "Bom.tla": "\ufeff" + OK.replace("Ok", "Bom"),
        "Crlf.tla": OK.replace("Ok", "Crlf").replace("\n", "\r\n"),
        "Tabs.tla": OK.replace("Ok", "Tabs").replace(" == ", "\t==\t"),
        "Long.tla": OK.replace("Ok", "Long").replace("x < 3", LONG),
        "Deep.tla": OK.replace("Ok", "Deep").replace("x < 3", "(" * 5000 + "x < 3" + ")" * 5000),
        "Signs.tla": OK.replace("Ok", "Signs").replace("<", "≤").replace("Inv", "\\* ∀ é\nInv"),
        "Empty.tla": "",
        "Wrong.tla": OK,
        "Open.tla": "---- MODULE Open ----\nVARIABLE x\n",
        "Still.tla": "---- MODULE Still ----\nVARIABLE x\nA == x = 0\n====\n",
        "Self.tla": "---- MODULE Self ----\nEXTENDS Self\n====\n",
        "word.cfg": "FOO bar\n",
        "name.cfg": "INIT Init\nNEXT Next\nINVARIANT Nope\n",
        "short.cfg": "INIT\n",
        "open.cfg": "CONSTANT N = {1, 2\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text.encode())
    for name in ("Binary.tla", "binary.cfg"):
        (tmp_path / name).write_bytes(bytes(range(256)) * 4)
    (tmp_path / "Wide.tla").write_bytes(OK.encode("utf-16"))
    (tmp_path / "Folder.tla").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("check Bom.tla", exits.OK, "Inv"),
        ("check Crlf.tla", exits.OK, "Inv"),
        ("check Tabs.tla", exits.OK, "Inv"),
        ("check Long.tla", exits.OK, "Inv"),
        ("check Signs.tla", exits.OK, "Inv"),
        ("check Missing.tla", exits.SYSTEM, "holdfast: Missing.tla: No such file"),
        ("check Folder.tla", exits.SYSTEM, "holdfast: Folder.tla: Is a directory"),
        ("check Binary.tla", exits.PARSE, "is not UTF-8 text"),
        ("check Wide.tla", exits.PARSE, "this looks like UTF-16"),
        ("check Empty.tla", exits.PARSE, "no module begins in this text"),
        ("check Wrong.tla", exits.PARSE, "must be in a file"),
        ("check Open.tla", exits.PARSE, "missing-end"),
        ("check Self.tla", exits.PARSE, "Self"),
        ("check Deep.tla", exits.PARSE, "too-deep"),
        ("check Still.tla", exits.CONFIG, "model-no-behaviour"),
        ("check Ok.tla --config Missing.cfg", exits.SYSTEM, "Missing.cfg: No such file"),
        ("check Ok.tla --config Folder.tla", exits.SYSTEM, "Is a directory"),
        ("check Ok.tla --config binary.cfg", exits.CONFIG, "is not UTF-8 text"),
        ("check Ok.tla --config word.cfg", exits.CONFIG, "`FOO` is not a keyword"),
        ("check Ok.tla --config name.cfg", exits.CONFIG, "`Nope` is not defined"),
        ("check Ok.tla --config short.cfg", exits.CONFIG, "expected a name after INIT"),
        ("check Ok.tla --config open.cfg", exits.CONFIG, "config-value"),
        ("check Ok.tla --const N", exits.USAGE, "not of the form NAME=VALUE"),
        ("check Ok.tla --const N=3", exits.CONFIG, "`N` is not declared"),
        ("check Ok.tla --const x=3", exits.CONFIG, "`x` is a variable"),
        ("check Ok.tla --const N={1", exits.CONFIG, "config-value"),
        ("check Ok.tla --depth 0", exits.USAGE, "--depth"),
        ("check Ok.tla --memory lots", exits.USAGE, "is not a size"),
        (f"check Ok.tla --memory {'9' * 400}G", exits.USAGE, "is not between 1 byte and 8 EiB"),
        ("check Ok.tla --workers 1000000000", exits.USAGE, "too large: at most 1024"),
        ("check Ok.tla --seed 9999999999999999999", exits.USAGE, "'--seed': 9999999999999999999"),
        ("check Ok.tla --time nan", exits.USAGE, "nan is not a number of seconds"),
        ("check Ok.tla --time inf", exits.USAGE, "'--time': inf is not in the range"),
        ("check Ok.tla --engine fast", exits.USAGE, "is not one of"),
        ("check Ok.tla --invarian Inv", exits.USAGE, "--invariant"),
        ("check Ok.tla --invariant x<", exits.PARSE, "--invariant:1:3"),
        ("check Ok.tla --property [](y<3)", exits.PARSE, "`y` is not declared"),
        ("check Ok.tla --alias [a|->y]", exits.PARSE, "--alias:1:6"),
        ("prove Ok.tla --invariant x<3", exits.CONFIG, "is not the name of a definition"),
        ("infer Ok.tla --property x<3", exits.CONFIG, "is not the name of a definition"),
        ("check Ok.tla --dot /dev/full", exits.SYSTEM, "/dev/full: No space left"),
        ("check Ok.tla --trace no/t.json --invariant Bad", exits.SYSTEM, "no/t.json: No such"),
        ("check Ok.tla Ok.tla --dot out", exits.USAGE, "--dot is for one FILE"),
        ("check", exits.USAGE, "Missing argument"),
        ("parse Ok.tla --sarif /dev/full", exits.SYSTEM, "/dev/full: No space left"),
        ("parse Binary.tla", exits.PARSE, "is not UTF-8 text"),
        ("fmt Binary.tla", exits.PARSE, "is not UTF-8 text"),
        ("test Missing", exits.SYSTEM, "No such file"),
        ("test --jobs 0", exits.USAGE, "--jobs"),
        ("test Binary.tla", exits.OPEN, "there is no model"),
        ("ci", exits.USAGE, "Missing argument"),
        ("ci start", exits.USAGE, "is not"),
        ("ci init Missing", exits.SYSTEM, "No such file"),
        ("pluscal Ok.tla", exits.PARSE, "there is no PlusCal algorithm"),
        ("init Missing.tla", exits.SYSTEM, "No such file"),
        ("show Ok.tla --after nothing", exits.USAGE, "there is no pass"),
        ("why Next", exits.USAGE, "there is no trace"),
        ("recheck Missing", exits.OPEN, "there is no proof.json"),
        ("prove Ok.tla --invariant Nope", exits.CONFIG, "`Nope` is not defined"),
        ("prove Ok.tla --solver magic", exits.USAGE, "choose from z3, cvc5"),
        ("infer Ok.tla --property Nope", exits.CONFIG, "`Nope` is not defined"),
        ("infer Ok.tla --lemmas Binary.tla", exits.PARSE, "is not UTF-8 text"),
        ("infer Ok.tla --grammar Binary.tla", exits.PARSE, "is not UTF-8 text"),
    ],
)
def test_a_message_and_an_exit_code(line: str, code: int, message: str, holdfast: Holdfast) -> None:
    done = holdfast(*line.split())
    assert (done.exit, "Traceback" in done.err) == (code, False)
    assert message in done.out + done.err
    assert "\x1b" not in done.err


def test_json_says_what_could_not_be_written(holdfast: Holdfast) -> None:
    found = holdfast("check", "Ok.tla", "--json", "--dot", "/dev/full").json
    assert (found["exit"], found["reason"]) == (exits.SYSTEM, "/dev/full: No space left on device")
