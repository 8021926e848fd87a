"""The C file of a system: everything that depends on the model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.ir import expr as ir
from holdfast.ir.body import split_invariants
from holdfast.ir.fingerprint import fingerprint
from holdfast.ir.ops import Op
from holdfast.ir.ranks import Ranks
from holdfast.ir.sites import Sites
from holdfast.ir.system import Property, System
from holdfast.ir.values import ModelValue, model_value
from holdfast.native.emit import counts
from holdfast.native.emit.actions import write_action, write_initial, write_split_action
from holdfast.native.emit.column import Column, Observed
from holdfast.native.emit.dispatch import has_dispatch, write_dispatch
from holdfast.native.emit.expr import EMITTER
from holdfast.native.emit.generator import Generator, Texts
from holdfast.native.emit.names import Held
from holdfast.native.emit.predicates import write_predicate
from holdfast.native.emit.reach import host_operators, reachable_expressions
from holdfast.native.emit.text import comment


def predicates(system: System) -> tuple[Property, ...]:
    """The predicates in the order of their numbers."""
    proper, everywhere = split_invariants(system)
    return (
        *proper,
        *everywhere,
        *system.constraints,
        *system.action_constraints,
        *system.step_properties,
        *system.initial_properties,
        *(Property("transient", e, span=e.span) for e in (system.transient,) if e is not None),
        *(Property("may end", e, span=e.span) for e in (system.may_end,) if e is not None),
    )


def numbered_texts(
    system: System,
    models: tuple[ModelValue, ...],
    columns: Sequence[Column],
    hosted: Sequence[str],
) -> tuple[dict[str, int], dict[str, int]]:
    """The numbers of all strings and of all model values that a system can compute with.

    `hosted` is what Python computes for it.
    """
    strings, names = Texts(), Texts()
    asked = tuple(column.expr for column in columns)
    for value in models:
        names.add(value.name)
    for part in (p for column in columns for p in column.atoms()):
        if isinstance(part, ModelValue):
            names.add(part.name)
        elif isinstance(part, str):
            strings.add(part)
    for e in reachable_expressions(system, asked):
        match e:
            case ir.Literal(str(text)):
                strings.add(text)
            case ir.Apply(Op.MODEL, (ir.Literal(name),)):
                names.add(str(name))
            case _:
                pass
    if hosted:
        # Python may return any text that has a rank, and new texts that come after.
        for text in system.names:
            strings.add(text)
    ranks = Ranks(system.names)
    return strings.numbered(ranks), names.numbered(ranks)


Permutations = tuple[dict[ModelValue, ModelValue], ...]


def emit_model(  # noqa: PLR0913  # what is generated beside the system
    system: System,
    permutations: Permutations = (),
    columns: Sequence[Column] = (),
    watched: int = 0,
    *,
    split: bool = False,
    sites: Sites | None = None,
    observed: Observed | None = None,
) -> str:
    """The C text of a system after all passes, and of the columns about its states.

    The first `watched` columns, without parameters, are watched during the search. With `split`,
    for simulation, one instance of an action can be run alone. With `sites`, evaluations of them
    are counted, and the runs of actions. The terms that are `observed` are the last columns.
    """
    moved = tuple(dict.fromkeys(m for p in permutations for m in p))
    hosted = host_operators(system, tuple(column.expr for column in columns))
    strings, models = numbered_texts(system, moved, columns, hosted)
    g = Generator(system, strings, models, hosted, EMITTER, sites)
    if system.init is not None:
        write_initial(g, system.init)
    for i, action in enumerate(system.actions):
        (write_split_action if split else write_action)(g, action, i)
    for i, predicate in enumerate(predicates(system)):
        lasting = i < len(system.invariants) + len(system.constraints)
        write_predicate(g, predicate, i, lasting)
    if system.view is not None:
        about = g.about(system.view.name, system.view)
        with g.function("static V model_view(Context *c)", about, own_frame=True) as lines:
            lines.add("c->reached = 1;")
            value = g.temporary(g.value(system.view.expr, {}))
            lines.add("c->reached = 0;")
            lines.add(f"return {value};")
    asked = columns[: len(columns) - len(observed.terms)] if observed else columns
    for i, column in enumerate(asked):
        _write_column(g, column, i)
    for i, term in enumerate(observed.terms if observed else ()):
        _write_term(g, term.expr, i)
    masks = [_mask(g, column.expr) for column in columns[:watched]]
    text = _file(g, permutations, len(asked), masks, split, observed)
    return "\n".join(text) + "\n"


def _mask(g: Generator, e: ir.Expr) -> str:
    """The variables that a formula depends on, as bits; all if it depends on more."""
    used = g.reads.of(e)
    if not used:
        return _hex((1 << 64) - 1)
    return _hex(sum({1 << g.variables[v] % 64 for v in used}))


def _write_column(g: Generator, column: Column, number: int) -> None:
    header = f"static u32 column_{number}(Context *c, const V *args)"
    with g.function(header, g.about("column", column.expr), own_frame=True) as lines:
        names = {p: Held(g.field(p)) for p in column.params}
        for i, held in enumerate(names.values()):
            lines.add(f"{held.code} = args[{i}];")
        lines.add("(void)args;")
        lines.add(f"return {g.truth(column.expr, names)};")


def _write_term(g: Generator, e: ir.Expr, number: int) -> None:
    header = f"static V term_{number}(Context *c)"
    with g.function(header, g.about("term", e), own_frame=True) as lines:
        value = g.temporary(g.value(e, {}))
        lines.add(f"return {value};")


def _file(  # noqa: PLR0913  # the parts of the file
    g: Generator,
    permutations: Permutations,
    columns: int,
    masks: list[str],
    split: bool,
    observed: Observed | None,
) -> Iterator[str]:
    system = g.system
    yield comment(f"{system.name}: generated by holdfast")
    untyped = all(not model_value(name).type for name in g.models)
    yield f"#define UNTYPED {int(untyped)}"
    yield f"#define CONSTANTS {len(g.constant_functions)}"
    yield "#define CONSTANT(i) constant_of(c, c->constants[i], i)"
    yield from counts.defined(g)
    yield '#include "prelude.h"'
    yield ""
    yield comment("variables: " + ", ".join(f"{i} {v}" for v, i in g.variables.items()))
    yield ""
    yield from (frame.declaration() for frame in g.frames)
    yield ""
    yield from g.prototypes
    for function in g.functions:
        yield ""
        yield function
    yield ""
    yield from _dispatch(g)
    yield from _action_dispatch(g, "action")
    yield from write_dispatch(g)
    if split:
        yield from _action_dispatch(g, "bind")
    yield from _tables(g, permutations)
    if g.flat:
        makes = [str(int(i in g.flat)) for i in range(len(system.actions))]
        yield from _table("u8", "makes", makes, ())
    yield from _column_dispatch(g, columns)
    yield from _table("u64", "watched_variables", masks, ())
    if observed is not None:
        yield from _term_dispatch(g, observed)
    yield from _model(g, len(permutations), len(masks), split, observed)


def _dispatch(g: Generator) -> Iterator[str]:
    system = g.system
    yield "static void model_prepare(Context *c) {"
    yield from counts.apart(g)
    count = len(g.constant_functions)
    if count:
        yield f"    static V (*const compute[{count}])(Context *) = {{"
        yield from (f"        {name}," for name in g.constant_functions)
        yield "    };"
        yield "    /* One that fails may need another: try again while that helps. */"
        yield "    for (u32 progress = 1; progress;) {"
        yield "        progress = 0;"
        yield f"        for (u32 i = 0; i < {count}; i++) {{"
        yield "            V value;"
        yield "            if (c->constants[i]) continue;"
        yield "            value = compute[i](c);"
        yield "            if (!c->trap) value = value_permanent(c, value);"
        yield "            if (!c->trap) {"
        yield "                c->constants[i] = value;"
        yield "                progress = 1;"
        yield "            }"
        yield "            c->constants[CONSTANTS + i] = c->trap;"
        yield "            c->trap = 0;"
        yield "            arena_release(c, 0);"
        yield "        }"
        yield "    }"
    else:
        yield "    (void)c;"
    yield from counts.together(g)
    yield "}"
    yield ""
    yield from _predicate_dispatch(g)
    if system.init is None:
        yield "static void model_init(Context *c) { (void)c; }"
        yield ""


def _action_dispatch(g: Generator, kind: str) -> Iterator[str]:
    system = g.system
    yield f"static void model_{kind}(Context *c, u32 which) {{"
    yield from counts.before_action(g)
    yield "    switch (which) {"
    for i in range(len(system.actions)):
        yield f"    case {i}: {kind}_{i}(c); break;"
    yield "    default: break;"
    yield "    }"
    yield from counts.after_action(g)
    yield "    (void)c;"
    yield "}"
    yield ""


def _predicate_dispatch(g: Generator) -> Iterator[str]:
    system = g.system
    states = len(system.invariants) + len(system.constraints)
    yield "static u32 model_predicate(Context *c, u32 which) {"
    yield "    u32 yes = 0;"
    if g.hosted:
        yield f"    c->reached = which < {states};"
    yield "    switch (which) {"
    for i in range(len(predicates(system))):
        yield f"    case {i}: yes = predicate_{i}(c); break;"
    yield "    default: break;"
    yield "    }"
    yield "    c->reached = 0;" if g.hosted else "    (void)c;"
    yield "    return yes;"
    yield "}"
    yield ""


def _column_dispatch(g: Generator, columns: int) -> Iterator[str]:
    name = "model_column" if g.sites is None else "evaluate_column"
    yield f"static u32 {name}(Context *c, u32 which, const V *args) {{"
    yield "    switch (which) {"
    for i in range(columns):
        yield f"    case {i}: return column_{i}(c, args);"
    yield "    default: break;"
    yield "    }"
    yield "    (void)c, (void)args;"
    yield "    return 0;"
    yield "}"
    yield from counts.uncounted_column(g)
    yield ""


def _term_dispatch(g: Generator, observed: Observed) -> Iterator[str]:
    yield "static V model_term(Context *c, u32 which) {"
    yield "    switch (which) {"
    for i in range(len(observed.terms)):
        yield f"    case {i}: return term_{i}(c);"
    yield "    default: return V_FALSE;"
    yield "    }"
    yield "}"
    masks = [_mask(g, term.expr) for term in observed.terms]
    yield from _table("u64", "term_variables", masks, ())
    for kind, name, items in observed.tables():
        yield from _table(kind, name, items, ())


def _tables(g: Generator, permutations: Permutations) -> Iterator[str]:
    yield from _table("u64", "string_marks", [_hex(fingerprint(s)) for s in g.strings], g.strings)
    yield from _table("u32", "string_lengths", [str(len(s)) for s in g.strings], g.strings)
    values = {name: model_value(name) for name in g.models}
    marks = [_hex(fingerprint(v)) for v in values.values()]
    yield from _table("u64", "model_marks", marks, values)
    types = [str(ord(v.type)) if v.type else "0" for v in values.values()]
    yield from _table("u32", "model_types", types, values)
    ranks = []
    for permutation in permutations:
        for name, number in g.models.items():
            image = permutation.get(values[name])
            ranks.append(str(number if image is None else g.models[image.name]))
    yield from _table("u32", "permuted", ranks, ())
    if permutations and g.system.view is not None:
        compared = g.system.compared or g.system.variables
        yield from _table("u32", "compared", [str(g.variables[v]) for v in compared], compared)


def _hex(number: int) -> str:
    return f"{number:#x}ULL"


def _table(kind: str, name: str, items: list[str], about: object) -> Iterator[str]:
    notes = [f" {comment(str(text))}" for text in about] if about else [""] * len(items)  # type: ignore[attr-defined]
    yield f"static const {kind} {name}[] = {{"
    yield from (
        f"    {item},{note}" for item, note in zip(items or ["0"], notes or [""], strict=True)
    )
    yield "};"


def _of_paths(g: Generator) -> dict[str, int]:
    fields = {
        "transient": int(g.system.transient is not None),
        "may_end": int(g.system.may_end is not None),
        "assertions": len(g.assertions),
        "stores": len(g.stores),
        "everywhere": len(split_invariants(g.system)[1]),
    }
    return {name: value for name, value in fields.items() if value}


def _model(
    g: Generator, permutations: int, watched: int, split: bool, observed: Observed | None
) -> Iterator[str]:
    system = g.system
    fields = {
        "variables": len(g.variables),
        "actions": len(system.actions),
        "invariants": len(system.invariants),
        "constraints": len(system.constraints),
        "action_constraints": len(system.action_constraints),
        "step_properties": len(system.step_properties),
        "initial_properties": len(system.initial_properties),
        "check_deadlock": int(system.check_deadlock),
        "constants": 2 * len(g.constant_functions),
        "strings": len(g.strings),
        "models": len(g.models),
        "string_marks": "string_marks",
        "string_lengths": "string_lengths",
        "model_marks": "model_marks",
        "model_types": "model_types",
        "permutations": permutations,
        "permuted": "permuted",
        "compared": "compared" if permutations and system.view is not None else "0",
        "prepare": "model_prepare",
        "init": "model_init",
        "action": "model_action",
        **({"next_action": "model_next"} if has_dispatch(g) else {}),
        **({"makes": "makes"} if g.flat else {}),
        "bind": "model_bind" if split else "0",
        "predicate": "model_predicate",
        "view": "model_view" if system.view is not None else "0",
        "column": "model_column",
        "watched": watched,
        "watched_variables": "watched_variables",
        **_of_paths(g),
        **counts.model_fields(g),
        **({} if observed is None else observed.fields()),
    }
    yield ""
    yield "static const Model the_model = {"
    yield from (f"    .{name} = {value}," for name, value in fields.items())
    yield "};"
    yield ""
    yield "EXPORT const Model *holdfast_model(void);"
    yield "EXPORT const Model *holdfast_model(void) { return &the_model; }"
