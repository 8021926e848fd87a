"""The top level of a file: type definitions, functions, automata."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from holdfast.front.ioa.read.checker import Checker
from holdfast.front.suggest import did_you_mean

_LIBRARY = "holdfast.ioa"


@dataclass(frozen=True, slots=True)
class Top:
    """The declarations of a file, each in the order of the text."""

    types: list[tuple[ast.Name, ast.expr]] = field(default_factory=list)
    functions: list[ast.FunctionDef] = field(default_factory=list)
    automata: list[ast.FunctionDef] = field(default_factory=list)
    compositions: list[ast.FunctionDef] = field(default_factory=list)


def split_file(c: Checker, module: ast.Module) -> Top:
    """The declarations of a file, with a message for whatever is none."""
    top = Top()
    for node in module.body:
        match node:
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                continue
            case ast.ImportFrom(module=library, level=0) if library == _LIBRARY:
                continue
            case ast.Import() | ast.ImportFrom():
                help = f"only `from {_LIBRARY} import *` may stand here"
                c.error("ioa-import", "files of automata import nothing", node, help)
            case ast.AnnAssign(ast.Name() as name, ast.Name("type"), value) if value is not None:
                top.types.append((name, value))
            case ast.FunctionDef():
                _split_function(c, top, node)
            case _:
                _misplaced(c, node)
    return top


def _misplaced(c: Checker, node: ast.stmt) -> None:
    help = "a file consists of types (`T: type = ...`), functions and automata"
    match node:
        case ast.Assign([ast.Name(name)]):
            help = f"define a type with `{name}: type = ...`"
        case ast.AsyncFunctionDef():
            help = "`async` is not supported"
        case ast.ClassDef():
            help = "an automaton is a function: `@automaton` and `def Name():`"
        case _:
            pass
    c.error("ioa-misplaced", "this does not belong on the top level of a file", node, help)


def _split_function(c: Checker, top: Top, node: ast.FunctionDef) -> None:
    match node.decorator_list:
        case []:
            top.functions.append(node)
        case [ast.Name("automaton")]:
            top.automata.append(node)
        case [ast.Name("composition")]:
            top.automata.append(node)
            top.compositions.append(node)
        case [ast.Name("automaton" | "composition"), second, *_]:
            c.error("ioa-decorator", "an automaton has one decorator", second)
        case others:
            first = others[0]
            word = first.id if isinstance(first, ast.Name) else ""
            help = did_you_mean(word, ("automaton", "composition")) if word else None
            c.error("ioa-decorator", "this decorator is not known", first, help)
