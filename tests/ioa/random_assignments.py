"""Random assignments to parts of a variable, and augmented ones, as text."""

from __future__ import annotations

from tests.ioa.random_expressions import Expressions
from tests.ioa.random_world import INDENT, LONGEST_QUEUE


def part_assignment(name: str, type: str, e: Expressions) -> list[str]:
    """An assignment to a part of a variable, or an augmented one; none for some types."""
    random = e.random
    color = e.of("Color", 1)
    match type:
        case "Small" | "Tiny":
            if random.random() < 0.08:
                return [f"{name} += 1"]  # which leaves the type
            high = e.world.bounds(type)[1]
            return [f"if {name} < {high}:", f"{INDENT}{name} += 1"]
        case "int":
            low, high = random.choice(((-2, 2), (0, 3)))
            more = random.random() < 0.5
            test = f"{name} < {high}" if more else f"{name} > {low}"
            return [f"if {test}:", f"{INDENT}{name} {'+' if more else '-'}= 1"]
        case "bv2":
            return [f"{name} {random.choice(('+', '-', '*', '&', '^'))}= {e.literal('bv2')}"]
        case "Palette":
            return [f"{name} {random.choice('|-&+*')}= {{{color}}}"]
        case "Msg":
            part = random.choice(("hue", "n"))
            return [f"{name}.{part} = {e.of('Color' if part == 'hue' else 'Small', 1)}"]
        case "Flags":
            return [f"{name}[{color}] = {e.boolean(1)}"]
        case "Levels" | "Part":
            # A key that was not there is added.
            return [f"{name}[{color}] = {e.of('Small', 1)}"]
        case "Boxes":
            part = random.choice((".hue", ".n", ""))
            value = e.of({".hue": "Color", ".n": "Small", "": "Msg"}[part], 1)
            return [f"{name}[{color}]{part} = {value}"]
        case "Queue" | "Numbers":
            return _on_sequence(name, e.of("Color" if type == "Queue" else "Small", 1), e)
        case "Row":
            return [
                f"{name}[{random.choice(('0', '1', 'len(' + name + ') - 1'))}] = {e.boolean(1)}"
            ]
        case "Slots":
            return [f"{name}[{e.of('Small', 1)}] = {color}"]
        case "nat":
            return [f"if {name} > 0:", f"{INDENT}{name} -= 1"]
        case "Bag":
            put = [f"if len({name}) < {LONGEST_QUEUE}:", f"{INDENT}{name} += Mset({color})"]
            return random.choice((put, [f"{name} = {name} - Mset({color})"]))
        case _:
            return []


def _on_sequence(name: str, item: str, e: Expressions) -> list[str]:
    push = f"{name} += [{item}]" if e.random.random() < 0.5 else f"{name} = [{item}] + {name}"
    pop = [f"if len({name}) > 0:", f"{INDENT}{name} = {name}[1:]"]
    put = [f"if len({name}) < {LONGEST_QUEUE}:", f"{INDENT}{push}"]
    at = [f"if len({name}) > 1:", f"{INDENT}{name}[len({name}) - 1] = {item}"]
    return e.random.choice((pop, put, put, at))
