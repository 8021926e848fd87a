"""Lexer and parser: text to concrete syntax trees, without name resolution."""
