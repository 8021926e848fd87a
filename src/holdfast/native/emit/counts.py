"""The counters of generated code: two for each site, three for each action, and others.

There are none unless coverage is asked for. Each worker has its own, and behind them a second
row, which takes the counts of constants and of watched formulas: they are of no interest.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.native.emit.generator import Generator

PER_SITE = 2
"""Evaluated, true."""
PER_ACTION = 3
"""Tried, enabled, time."""


def initial_counter(sites: int, actions: int) -> int:
    """The counter of generated initial states, which is the last."""
    return PER_SITE * sites + PER_ACTION * actions


def defined(g: Generator) -> Iterator[str]:
    """The number of counters."""
    if g.sites is not None:
        yield f"#define COUNTERS {initial_counter(len(g.sites), len(g.system.actions)) + 1}"


def apart(g: Generator) -> Iterator[str]:
    """From here on, counts are of no interest."""
    if g.sites is not None:
        yield "    c->counts += COUNTERS;"


def together(g: Generator) -> Iterator[str]:
    """From here on, they are again."""
    if g.sites is not None:
        yield "    c->counts -= COUNTERS;"


def before_action(g: Generator) -> Iterator[str]:
    """The counters of an action, and the time at which it begins."""
    if g.sites is not None:
        first = f"{PER_SITE * len(g.sites)} + {PER_ACTION} * which"
        yield f"    u64 *counts = c->counts + {first}, began = clock_ticks();"


def after_action(g: Generator) -> Iterator[str]:
    """An action has run."""
    if g.sites is not None:
        yield "    counts[0]++;"
        yield "    counts[1] += c->choice > 0;"
        yield "    counts[2] += clock_ticks() - began;"


def uncounted_column(g: Generator) -> Iterator[str]:
    """The evaluation of a column, which counts nothing."""
    if g.sites is None:
        return
    yield ""
    yield "static u32 model_column(Context *c, u32 which, const V *args) {"
    yield "    u32 yes;"
    yield from apart(g)
    yield "    yes = evaluate_column(c, which, args);"
    yield from together(g)
    yield "    return yes;"
    yield "}"


def model_fields(g: Generator) -> dict[str, str]:
    """The field of the model that gives the number of counters."""
    return {} if g.sites is None else {"counters": "COUNTERS"}
