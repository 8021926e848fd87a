"""What all parts of the generator share: functions, frames, constants and texts.

The names of a definition (or of an action with everything in it) live in a frame, a struct
of values. Functions generated for parts of it, such as what follows a choice, or a LET definition
that is evaluated when it is needed, take a pointer to the frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from holdfast.ir import expr as ir
from holdfast.ir.body import assertion_names, store_sites
from holdfast.ir.ranks import Ranks
from holdfast.ir.sites import Sites
from holdfast.ir.system import Body, System
from holdfast.native.emit.analysis import Analysis
from holdfast.native.emit.names import Names
from holdfast.native.emit.reads import Reads
from holdfast.native.emit.text import Lines, comment, identifier, place


@dataclass(slots=True)
class Frame:
    """The struct of one definition's local values."""

    name: str
    fields: list[str] = field(default_factory=list)
    shared: bool = False

    def declaration(self) -> str:
        """The struct in C."""
        fields = "".join(f" {each};" for each in self.fields or ["V unused"])
        return f"typedef struct {self.name} {{{fields} }} {self.name};"


class Texts:
    """Strings, or names of model values, numbered in their order once all are known."""

    def __init__(self) -> None:
        self.known: dict[str, None] = {}

    def add(self, text: str) -> None:
        """Make sure that a text has a number."""
        self.known.setdefault(text)

    def numbered(self, ranks: Ranks) -> dict[str, int]:
        """The number of each text, in the order of ir/order.py."""
        return {t: i for i, t in enumerate(sorted(self.known, key=ranks.__getitem__))}


EmitExpr: TypeAlias = "Callable[[Generator, ir.Expr, Names], str]"


class Emitter(NamedTuple):
    """Writes the C of an expression: of its value, and of a condition (`expr.py`)."""

    value: EmitExpr
    truth: EmitExpr


class Generator:
    """The C code of one system while it is generated; `hosted` is what Python computes.

    With `sites`, the code counts how often each is evaluated and is true.
    """

    def __init__(  # noqa: PLR0913  # what all parts of the generator share
        self,
        system: System,
        strings: dict[str, int],
        models: dict[str, int],
        hosted: Sequence[str],
        emitter: Emitter,
        sites: Sites | None = None,
    ) -> None:
        self.system = system
        self.sites = sites
        self.counting: ir.Expr | None = None
        """The expression whose evaluation is counted already."""
        self.analysis = Analysis(system, sites)
        self.variables = {name: i for i, name in enumerate(system.variables)}
        # Hidden variables are only part of the next states that ENABLED searches for.
        hidden = (name for name, _ in system.hidden)
        self.places = {name: i for i, name in enumerate((*system.variables, *hidden))}
        self.stores = {site: i for i, site in enumerate(store_sites(system))}
        self.assertions = {name: i for i, name in enumerate(assertion_names(system))}
        self.strings, self.models = strings, models
        self.shared: dict[int, frozenset[str]] = {}
        """What sequences keep that do nothing else, by the identity of each."""
        self.flat: set[int] = set()
        """The actions that change a few variables of a copy of the state."""
        self.lines = Lines()
        self.frame = Frame("F0")
        self.frames: list[Frame] = []
        self.prototypes: list[str] = []
        self.functions: list[str] = []
        self.initial = False
        self.folding = False
        self.definitions: dict[tuple[str, bool], str] = {}
        self.constants: dict[object, int] = {}
        self.constant_functions: list[str] = []
        self.hosted = {name: i for i, name in enumerate(hosted)}
        self.reads = Reads(system, self.hosted)
        self.kept: dict[str, int] = {}
        self.keeping: ir.Expr | None = None
        self.cells = 0
        self.region = 0
        """The loop whose temporaries are freed, or the function, being written."""
        self._count = 0
        self._emitter = emitter

    # ---- expressions ----

    def value(self, e: ir.Expr, names: Names) -> str:
        """C for the value of an expression, after the statements that compute it."""
        return self._emitter.value(self, e, names)

    def truth(self, e: ir.Expr, names: Names) -> str:
        """C for a condition: 1 if the formula holds; a value that is not a Boolean traps."""
        return self._emitter.truth(self, e, names)

    # ---- counts ----

    def site(self, node: ir.Node) -> int | None:
        """The number of the site of a node, if its evaluations are counted here."""
        return None if self.sites is None or node is self.counting else self.sites.of(node)

    def calls_of(self, node: Body) -> tuple[int, ...]:
        """The numbers of the calls that a part of an action expands."""
        return () if self.sites is None else self.sites.calls_of(node)

    def count_evaluation(self, site: int) -> None:
        """Write code that counts an evaluation, which is an effect: no round may be skipped."""
        self.count(2 * site)
        self.lines.add("c->effects++;")

    def count_truth(self, site: int, true: str = "1") -> None:
        """Write code that counts that a site is true."""
        self.count(2 * site + 1, true)

    def count(self, counter: int, more: str = "1") -> None:
        """Write code that adds to a counter."""
        self.lines.add(f"c->counts[{counter}] += {more};")

    # ---- names ----

    def number(self) -> int:
        """A fresh number."""
        self._count += 1
        return self._count

    def temporary(self, code: str, kind: str = "V") -> str:
        """A C variable that holds the value of some code."""
        name = f"t{self.number()}"
        self.lines.add(f"{kind} {name} = {code};")
        return name

    def field(self, name: str) -> str:
        """A new field of the frame for a name of the spec, as an expression."""
        made = identifier(name, self.number())
        self.frame.fields.append(f"V {made}")
        return f"f->{made}"

    def string(self, text: str) -> str:
        """A string as a value."""
        return f"V_STRING({self.strings[text]})"

    # ---- functions ----

    @contextmanager
    def function(self, header: str, about: str, own_frame: bool = False) -> Iterator[Lines]:
        """Write a function: what is added inside is its body.

        Without a frame of its own it works on the frame of the function around it, `f`.
        """
        outer, frame, region = self.lines, self.frame, self.region
        self.lines, self.region = Lines(), self.number()
        if own_frame:
            self.frame = Frame(f"F{self.number()}")
        else:
            self.frame.shared = True
        try:
            yield self.lines
            body = self.lines.lines
            if own_frame and (self.frame.fields or self.frame.shared):
                self.frames.append(self.frame)
                body.insert(0, f"    {self.frame.name} frame, *f = &frame;")
                body.insert(1, "    (void)f;")
            self.prototypes.append(f"{header};")
            self.functions.append("\n".join([about, f"{header} {{", *body, "}"]))
        finally:
            self.lines, self.frame, self.region = outer, frame, region

    def about(self, text: str, e: ir.Node) -> str:
        """The comment above a function: its source location, and a description."""
        return comment(f"{place(e.span)}  {text}".strip())

    def stopping(self) -> str:
        """The condition under which loops end early."""
        return "c->trap"
