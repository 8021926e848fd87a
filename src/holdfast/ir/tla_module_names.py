"""The names of everything in the TLA+ module of a system."""

from __future__ import annotations

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import Property
from holdfast.ir.tla_config import model_value_names
from holdfast.ir.tla_content import COMMON, Content, behaviour_of, checked_by, model_values_in
from holdfast.ir.tla_names import Renaming, fitting, fitting_names, names_of_module


class ModuleNames:
    """A name for each constant, variable, definition, model value and formula of a module.

    No name is an operator of an extended module or of a common one. `value_definitions` are for
    constants whose value is a definition, `value_constants` has the constant for each model value
    and `model_values` its spelling in the configuration. `behaviour` are the definitions of the
    formulas of the behaviour, by keyword.
    """

    def __init__(self, content: Content) -> None:
        self.content = content
        system = content.system
        operators = [names_of_module(m) for m in dict.fromkeys((*COMMON, *content.modules))]
        forbidden = frozenset[str]().union(*operators)
        others = (d for d in system.definitions if d not in content.constants)
        declared = (*system.variables, *content.constants.values(), *others)
        self.names = fitting_names(declared, forbidden)
        self.names |= {d: self.names[c] for d, c in content.constants.items()}
        self.taken = {*forbidden, *self.names.values()}
        defined = {d: c for d, c in content.constants.items() if d not in content.plain}
        self.value_definitions = {d: self._new(f"const_{c}") for d, c in defined.items()}
        in_config = (p for e in content.plain.values() for p in ir.walk(e))
        self.model_values = model_value_names(model_values_in((*content.parts, *in_config)))
        self.value_constants = self._value_constants()
        self.behaviour = {
            keyword: self._formula_name(usual, usual, e)
            for keyword, usual, e in behaviour_of(system)
        }
        self._properties = {
            id(p): self._formula_name(p.name, usual, p.expr)
            for _, usual, group in checked_by(system)
            for p in group
        }

    def of_property(self, p: Property) -> str:
        """The definition of a formula that is checked."""
        return self._properties[id(p)]

    def renaming(self) -> Renaming:
        """How expressions spell their names."""
        hidden = dict(self.content.system.hidden)
        return Renaming(self.names, self.value_constants, frozenset(self.taken), hidden)

    def own_value_constants(self) -> dict[str, str]:
        """The model values that are constants of the module only because a formula has them."""
        declared = {self.names[c] for c in self.content.constants}
        return {v: c for v, c in self.value_constants.items() if c not in declared}

    def _new(self, wanted: str) -> str:
        name = fitting(wanted, self.taken)
        self.taken.add(name)
        return name

    def _value_constants(self) -> dict[str, str]:
        """For each model value in the module: a constant that has it, a new one if necessary."""
        found: dict[str, str] = {}
        for constant, e in self.content.plain.items():
            match e:
                case ir.Apply(Op.MODEL, (ir.Literal(str(value)),)):
                    found[value] = self.names[constant]
                case _:
                    pass
        for value in model_values_in(self.content.parts):
            if value not in found:
                found[value] = self._new(value)
        return found

    def _formula_name(self, name: str, usual: str, e: ir.Expr) -> str:
        """The definition that a formula calls, or the name of a new one."""
        match e:
            case ir.Call(called, ()) if called in self.names:
                if called not in self.content.constants:
                    return self.names[called]
            case _:
                pass
        is_path = name.replace(".", "").replace("!", "").isidentifier()
        return self._new(name if is_path else usual)
