"""Random small systems with variables of all kinds, as TLA+ text."""

from __future__ import annotations

from random import Random

_KINDS = ("number", "number", "boolean", "function", "partial", "sequence", "set", "record", "text")


def random_module(seed: int) -> str:
    """A module with at most five variables and some hundreds of states."""
    random = Random(seed)
    kinds = [random.choice(_KINDS) for _ in range(random.randint(2, 5))]
    names = [f"{kind[0]}{i}" for i, kind in enumerate(kinds)]
    pairs = list(zip(names, kinds, strict=True))
    init = [f"  /\\ {name} {_first(kind, random)}" for name, kind in pairs]
    actions = [_action(pairs, random) for _ in range(random.randint(1, 4))]
    rows = [
        "---- MODULE Random ----",
        "EXTENDS Integers, Sequences, FiniteSets, TLC",
        "CONSTANT N",
        f"VARIABLES {', '.join(names)}",
        "Init ==",
        *init,
        "Next ==",
        *actions,
    ]
    if random.random() < 0.2:
        numbers = [name for name, kind in pairs if kind == "number"]
        if numbers:
            rows.append(f"Bound == {numbers[0]} < 2")
    return "\n".join([*rows, "====", ""])


def random_config(module: str) -> str:
    """Its configuration."""
    constraint = "CONSTRAINT Bound\n" if "Bound ==" in module else ""
    return f"INIT Init\nNEXT Next\nCONSTANT N = 3\nCHECK_DEADLOCK FALSE\n{constraint}"


def _first(kind: str, random: Random) -> str:
    match kind:
        case "number":
            return random.choice(("= 0", "= 2", "\\in 0..1", "\\in {1, 3}"))
        case "boolean":
            return random.choice(("= FALSE", "\\in BOOLEAN"))
        case "function":
            return random.choice(("= [k \\in 1..2 |-> 0]", "= [k \\in {0, 1} |-> k]"))
        case "partial":
            return '= [k \\in {"a"} |-> 0]'
        case "sequence":
            return random.choice(("= <<>>", "= <<1>>"))
        case "set":
            return random.choice(("= {}", "= {2}"))
        case "record":
            return '= [n |-> 0, b |-> TRUE, at |-> "x"]'
        case _:
            return '= "x"'


def _action(pairs: list[tuple[str, str]], random: Random) -> str:
    guard = _guard(*random.choice(pairs), random)
    changed = [p for p in pairs if random.random() < 0.6] or [random.choice(pairs)]
    updates = [f"/\\ {name}' {_next(name, kind, random)}" for name, kind in changed]
    kept = [name for name, _ in pairs if name not in dict(changed)]
    updates += [f"/\\ UNCHANGED <<{', '.join(kept)}>>"] if kept else []
    return "\n".join([f"  \\/ /\\ {guard}", *(f"     {u}" for u in updates)])


def _guard(name: str, kind: str, random: Random) -> str:
    match kind:
        case "number":
            return f"{name} {random.choice(('<', '>', '#'))} {random.randint(0, 2)}"
        case "boolean":
            return random.choice((name, f"~{name}"))
        case "function":
            return f"\\E k \\in DOMAIN {name} : {name}[k] < 2"
        case "partial":
            return f"Cardinality(DOMAIN {name}) < 3"
        case "sequence":
            return f"Len({name}) < 3"
        case "set":
            return f"Cardinality({name}) < 3"
        case "record":
            return f"{name}.n < 3"
        case _:
            return f'{name} # "z"'


def _next(name: str, kind: str, random: Random) -> str:
    match kind:
        case "number":
            step = random.choice(("+ 1", "+ 2", "+ 3"))
            return random.choice(
                (f"= ({name} {step}) % 4", f"= (({name} {step}) % 6) - 2", "\\in 0..1", "= 2")
            )
        case "boolean":
            return random.choice((f"= ~{name}", "= TRUE", "\\in BOOLEAN"))
        case "function":
            return f"= [k \\in DOMAIN {name} |-> ({name}[k] + {random.randint(0, 2)}) % 3]"
        case "partial":
            return random.choice(
                (
                    f'= {name} @@ ("b" :> {random.randint(0, 2)})',
                    f'= [k \\in DOMAIN {name} \\ {{"{random.choice("ab")}"}} |-> {name}[k]]',
                    f"= [k \\in DOMAIN {name} |-> 2]",
                )
            )
        case "sequence":
            return random.choice(
                (
                    f"= IF Len({name}) < 2 THEN Append({name}, {random.randint(0, 2)}) ELSE {name}",
                    f"= IF {name} = <<>> THEN <<>> ELSE Tail({name})",
                )
            )
        case "set":
            return random.choice((f"= {name} \\union {{{random.randint(0, 3)}}}", "= {}"))
        case "record":
            return random.choice(
                (
                    f"= [{name} EXCEPT !.n = (@ + 1) % 4]",
                    f'= [{name} EXCEPT !.b = ~@, !.at = "y"]',
                    f'= [{name} EXCEPT !.at = "x"]',
                )
            )
        case _:
            return random.choice(('= "x"', '= "y"', '\\in {"x", "y"}'))
