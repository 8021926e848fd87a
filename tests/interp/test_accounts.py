"""Who acts in a step, and which messages go where: accounts of actions, in traces."""

from __future__ import annotations

from dataclasses import replace

from holdfast.check.steps import step_between
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.account import Account, Message, account_parts
from holdfast.ir.read import read_system
from holdfast.ir.text import show_system

SENDS = """\
system sends
variables x

init
  assign x = 0

action Send(p) for p \\in {1, 2}
  by p
  message send <<"q", <<x, p>>, <<>>, <<x + p>>, FALSE>>
  trail <<p, 7>>
  assign x' = x + p
"""


def test_the_account_of_a_step_is_about_the_state_before_it() -> None:
    machine = Machine(read_system(SENDS))
    step = step_between(machine, (4,), (6,))
    assert step is not None
    assert step.account == Account(2, (Message("send", "q", (4, 2), None, 6),), ((2, 7),))


def test_an_action_without_an_account_has_steps_without_one() -> None:
    system = read_system(SENDS)
    plain = replace(system, actions=(replace(system.actions[0], account=None),))
    step = step_between(Machine(plain), (4,), (6,))
    assert step is not None
    assert step.account is None


def test_an_account_is_shown_and_read() -> None:
    system = read_system(SENDS)
    account = system.actions[0].account
    assert account is not None
    assert ir.Name("p") in account_parts(account)
    assert show_system(system) == SENDS
