"""Procedures with a stack: recursive ones, several parameters, process sets; counts are TLC's."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.verdict import Exhausted

ALGORITHM = """---- MODULE Calls ----
EXTENDS Integers, Sequences, TLC, FiniteSets
CONSTANT N
(* --algorithm Calls {
variables msgs = {}, stk = <<>>;
define { Good == Len(stk) <= 4 }
macro send(m) { msgs := msgs \\union {m} }
procedure push(v) { P: stk := <<v>> \\o stk; return }
procedure pop() variables top; {
  Q: await stk # <<>>; top := Head(stk); stk := Tail(stk);
  R: send([val |-> top]); return }
fair process (w \\in 1..N) variable i = 0; {
  L: while (i < 2) { i := i + 1; call push(self * 10 + i); M: call pop(); };
  Z: if (Cardinality(msgs) > 2) { goto Done } else { skip }
} } *)
====
"""
CONFIG = """SPECIFICATION Spec
CONSTANTS N = 2 defaultInitValue = defaultInitValue
INVARIANT Good
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_procedures_keep_their_frames_on_a_stack(tmp_path: Path, engine: str) -> None:
    (tmp_path / "Calls.tla").write_text(ALGORITHM)
    (tmp_path / "Calls.cfg").write_text(CONFIG)
    answer = holdfast.load(tmp_path / "Calls.tla").check(engine=engine).answer
    assert isinstance(answer.verdict, Exhausted)
    assert (answer.counts.generated, answer.counts.distinct) == (752, 403)
