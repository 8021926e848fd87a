"""Types that a model declares: typedefs and mtype lists."""

from __future__ import annotations

from dataclasses import replace

from holdfast.front.promela.read.names import MtypeName, RecordType
from holdfast.front.promela.read.statements import Sequences
from holdfast.front.promela.read.tokens import Token
from holdfast.front.promela.tree import Declaration, MtypeList, Statement, Typedef

_MOST_NAMES = 255


class UserTypes(Sequences):
    """Reads typedefs and mtype lists."""

    def typedef(self) -> Typedef:
        """Read `typedef name { fields }`."""
        start = self.advance()
        name = self.name("of a record type after `typedef`")
        free = self.free(name)
        opening = self.expect("{", "before the fields")
        self.in_sequence = True
        fields: list[Declaration] = []
        self.separators()
        while not self.at("}", "end"):
            listed, _ = self.field_declaration()
            for field in listed:
                symbol = replace(field.symbol, unique=f"{name.text}.{field.symbol.name}")
                field = replace(field, symbol=symbol)
                if any(f.symbol.name == symbol.name for f in fields):
                    message = f"the field `{symbol.name}` is declared twice"
                    self.report("promela-duplicate", message, symbol.span)
                fields.append(field)
                if field.channel is not None:
                    self.names.channels[symbol] = field.channel
            if not self.separators():
                break
        self.in_sequence = False
        self.close(opening, "}")
        if not fields:
            self.report("promela-record", f"`{name.text}` has no fields", name)
        span = self.since(start.span)
        if free:
            self.names.globals[name.text] = RecordType(name.text, name.span, tuple(fields))
        return Typedef(name.text, tuple(fields), span=span)

    def field_declaration(self) -> tuple[list[Declaration], list[Statement]]:
        """Read fields of one type; their names have no scope."""
        names, self.names = self.names, self.names.for_fields()
        try:
            return self.declaration()
        finally:
            self.names = names

    def mtype_list(self) -> MtypeList:
        """Read `mtype:subtype = { names }`; the last name has the lowest number."""
        start = self.advance()
        subtype = self.name("of a subtype after `mtype:`").text if self.take(":") else None
        self.take("=")
        opening = self.expect("{", "before the names of an mtype")
        tokens: list[Token] = []
        while not self.at("}", "end"):
            token = self.name("of an mtype constant")
            if token.text in [t.text for t in tokens]:
                message = f"`{token.text}` is listed twice"
                self.report("promela-duplicate", message, token)
            elif self.free(token):
                tokens.append(token)
            while self.take(",", ";"):
                pass
        self.close(opening, "}")
        before = sum(
            1
            for g in self.names.globals.values()
            if isinstance(g, MtypeName) and g.subtype == subtype
        )
        if before + len(tokens) > _MOST_NAMES:
            message = f"an mtype has at most {_MOST_NAMES} names"
            self.report("promela-mtype", message, start)
        names = []
        for offset, token in enumerate(tokens):
            value = before + len(tokens) - offset
            names.append((token.text, value))
            self.names.globals[token.text] = MtypeName(token.text, token.span, value, subtype)
        return MtypeList(subtype, tuple(names), span=self.since(start.span))
