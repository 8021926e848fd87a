r"""What random expressions are made of: one line for each way to write a value of a type.

A type is written in front of its parts: `set int`, `fun str seq bool`. `row T U` is a record
with the fields `a` and `type`, `big T` a set that perhaps cannot be listed, `text` a string
made by an operator, `small` a number from 0 to 3, `flaw T` something that stands for a value
of type T and is an error, `odd` what stands on top only: TLC has no value for it. T, U and W
are any types; D is the type of an argument.

In the text, a type in backquotes is a place for an expression of that type, and `#x` a new
name; `bool; x: T` is a place where `#x`, of type T, may be used.
"""

from __future__ import annotations

PARTS = {"set": 1, "seq": 1, "bag": 1, "big": 1, "flaw": 1, "fun": 2, "pair": 2, "row": 2}
"""The compound types, and the number of their parts."""

_ANY = r"""
IF `bool` THEN `T` ELSE `T`
CASE `bool` -> `T` [] `bool` -> `T` [] OTHER -> `T`
CASE `bool` -> `T` [] `bool` -> `T`
`fun D T`[`D`]
`seq T`[`int`]
`row T int`.a
`row U T`.type
`row T int`["a"]
`pair T U`[1]
Head(`seq T`)
Last(`seq T`)
CHOOSE #x \in `set T` : `bool; x: T`
CHOOSE #x \in `big T` : `bool; x: T`
LET #d == `U` IN `T; d: U`
LET #f(#x, #y) == `T; x: U` IN #f(`U`, `flaw U`)
LET #f(#x, #y) == `T; x: U, y: D` IN #f(`U`, `D`)
LET #f(#o(_), #x) == #o(#x) IN #f(LAMBDA #y : `T; y: U`, `U`)
LET #s == `set D` #f[#x \in #s] == `T; x: D` IN #f[`D`]
Same(`T`)
First(`T`, `flaw U`)
Apply2(LAMBDA #x, #y : `T; x: U, y: D`, `U`, `D`)
TLCEval(`T`)
Print(`small`, `T`)
ChooseUnique(`set T`, LAMBDA #x : `bool; x: T`)
"""

_BOOL = r"""
`bool` /\ `bool`
`bool` \/ `bool`
~`bool`
`bool` => `bool`
`bool` <=> `bool`
`bool` \equiv `bool`
`T` = `T`
`T` /= `T`
`T` # `T`
`big T` = `big T`
`T` \in `set T`
`T` \in `big T`
`T` \notin `big T`
`seq T` \in Seq(`big T`)
`set T` \subseteq `big T`
`set T` \subseteq `set T`
`int` < `int`
`int` <= `int`
`int` > `int`
`int` >= `int`
`int` =< `int`
\A #x \in `set T` : `bool; x: T`
\E #x \in `set T` : `bool; x: T`
\E #x \in `big T` : `bool; x: T`
\A #x, #y \in `set T` : `bool; x: T, y: T`
\A #x \in `set T`, #y \in `set U` : `bool; x: T, y: U`
\E <<#x, #y>> \in `set pair T U` : `bool; x: T, y: U`
\E #x \in `set T`, <<#y, #z>> \in `set T` \X `set U` : `bool; x: T, y: T, z: U`
IsFiniteSet(`big T`)
IsABag(`bag T`)
IsABag(`fun D int`)
BagIn(`T`, `bag T`)
`bag T` \sqsubseteq `bag T`
IsInjective(`fun D T`)
IsInjective(`seq T`)
IsRestriction(`fun D T`, `fun D T`)
ExistsInjection(`set D`, `set T`)
ExistsSurjection(`set D`, `set T`)
ExistsBijection(`set D`, `set T`)
Contains(`seq T`, `T`)
IsPrefix(`seq T`, `seq T`)
IsStrictPrefix(`seq T`, `seq T`)
IsSuffix(`seq T`, `seq T`)
IsStrictSuffix(`seq T`, `seq T`)
`text` = `text`
PrintT(`small`)
Assert(`bool`, "a")
LET RECURSIVE #f(_) #f(#n) == IF #n <= 0 THEN `bool` ELSE ~#f(#n - 1) IN #f(`small`)
"""

_INT = r"""
`int` + `int`
`int` - `int`
`int` * `int`
`int` \div `int`
`int` % `int`
`int` ^ `small`
-`int`
Cardinality(`set T`)
Cardinality(`big T`)
Len(`seq T`)
Len(`str`)
Len(`text`)
Max(`set int`)
Min(`set int`)
SumSet(`set int`)
ProductSet(`set int`)
MapThenSumSet(LAMBDA #x : `int; x: T`, `set T`)
Quantify(`set T`, LAMBDA #x : `bool; x: T`)
FoldSet(LAMBDA #x, #y : #x + `int; x: int, y: int`, `int`, `set int`)
ReduceSet(LAMBDA #x, #y : #y - `int; x: int, y: int`, `set int`, `int`)
FoldFunction(LAMBDA #x, #y : #x + `int; x: int, y: int`, `int`, `fun D int`)
FoldFunctionOnSet(LAMBDA #x, #y : #x + `int; x: int, y: int`, `int`, `fun D int`, `set D`)
SumFunction(`fun D int`)
SumFunctionOnSet(`fun D int`, `set D`)
FoldLeft(LAMBDA #x, #y : #x * `int; x: int, y: T`, `int`, `seq T`)
FoldRight(LAMBDA #x, #y : #y + `int; x: T, y: int`, `seq T`, `int`)
FoldSeq(LAMBDA #x, #y : #x + `int; x: int, y: int`, `int`, `seq int`)
FoldLeftDomain(LAMBDA #x, #y : #x + `int; x: int, y: int`, `int`, `seq T`)
FoldRightDomain(LAMBDA #x, #y : #x + `int; x: int, y: int`, `seq T`, `int`)
SelectInSeq(`seq T`, LAMBDA #x : `bool; x: T`)
SelectLastInSeq(`seq T`, LAMBDA #x : `bool; x: T`)
SelectInSubSeq(`seq T`, `small`, `small`, LAMBDA #x : `bool; x: T`)
SelectLastInSubSeq(`seq T`, `small`, `small`, LAMBDA #x : `bool; x: T`)
IndexFirstSubSeq(<<`int`>>, <<`small`, `int`, `small`>>)
SeqMod(`int`, `int`)
BagCardinality(`bag T`)
CopiesIn(`T`, `bag T`)
Twice(LAMBDA #x : `int; x: int`, `int`)
LET RECURSIVE #f(_) #f(#n) == IF #n <= 0 THEN `int` ELSE #n + #f(#n - 1) IN #f(`small`)
LET #f[#n \in Nat] == IF #n = 0 THEN `int` ELSE #n + #f[#n - 1] IN #f[`small`]
LET #f[#n \in 0 .. 3] == IF #n = 0 THEN 1 ELSE #n * #f[#n - 1] IN #f[`int`]
LET #f[#k, #n \in 0 .. 2] == IF #n = 0 THEN #k ELSE #f[#k, #n - 1] + 1 IN #f[`small`, `small`]
Fold(+, `seq int`)
"""

_SET = r"""
`set T` \union `set T`
`set T` \cup `set T`
`set T` \intersect `set T`
`set T` \cap `set T`
`set T` \ `set T`
UNION `set set T`
{`T`, `T`}
{#x \in `set T` : `bool; x: T`}
{#x \in `big T` : `bool; x: T`}
{`T; x: U` : #x \in `set U`}
{`T; x: U, y: W` : #x \in `set U`, #y \in `set W`}
{`T; x: U, y: W` : <<#x, #y>> \in `set U` \X `set W`}
FlattenSet(`set set T`)
SymDiff(`set T`, `set T`)
ToSet(`seq T`)
Range(`fun D T`)
Range(`seq T`)
BagToSet(`bag T`)
LET RECURSIVE #f(_, _) #f(#n, #s) == IF #n = 0 THEN #s ELSE #f(#n - 1, #s \cup `set T`) IN #f(2, {})
"""

_OTHER = r"""
set pair T U: {<<#x, #y>> \in `set pair T U` : `bool; x: T, y: U`}
set D: DOMAIN `fun D T`
set int: DOMAIN `seq T`
set str: DOMAIN `row T U`
set int: `int` .. `int`
set bool: BOOLEAN
set set T: SUBSET {`T`, `T`}
set set T: kSubset(`small`, {`T`, `T`, `T`})
set set T: Choices({{`T`, `T`}, `set T`})
set pair T U: {`T`, `T`} \X {`U`}
set row T U: [a : {`T`, `T`}, type : {`U`}]
set fun D T: [{`D`, `D`} -> {`T`, `T`}]
set fun D T: Injection({`D`, `D`}, {`T`, `T`})
set fun D T: Surjection({`D`, `D`}, {`T`, `T`})
set fun D T: Bijection({`D`, `D`}, {`T`, `T`})
set fun D D: Permutations({`D`, `D`, `D`})
set seq T: [1 .. `small` -> {`T`, `T`}]
set seq T: SetToSeqs({`T`, `T`, `T`})
set seq T: SetToAllKPermutations({`T`, `T`})
set seq T: TupleOf({`T`, `T`}, `small`)
set seq T: SeqOf({`T`, `T`}, `small`)
set seq T: BoundedSeq({`T`, `T`}, `small`)
set seq T: Prefixes(`seq T`)
set seq T: Suffixes(`seq T`)
set seq T: CommonPrefixes(`set seq T`)
set seq T: SubSeqs(`seq T`)
set seq T: AllSubSeqs(`seq T`)
set bag T: SubBag(`bag T`)
big T: `set T`
big T: `big T` \union `big T`
big T: `big T` \intersect `big T`
big T: `big T` \ `big T`
big T: {#x \in `big T` : `bool; x: T`}
big int: Nat
big int: Int
big int: `int` .. `int`
big bool: BOOLEAN
big str: STRING
big set T: SUBSET `big T`
big seq T: Seq(`big T`)
big pair T U: `big T` \X `big U`
big row T U: [a : `big T`, type : `big U`]
big fun D T: [`set D` -> `big T`]
seq T: <<`T`, `T`>>
seq T: Append(`seq T`, `T`)
seq T: `seq T` \o `seq T`
seq T: Tail(`seq T`)
seq T: Front(`seq T`)
seq T: SubSeq(`seq T`, `small`, `small`)
seq T: SelectSeq(`seq T`, LAMBDA #x : `bool; x: T`)
seq int: SortSeq(`seq int`, <)
seq T: SortSeq(`seq T`, LAMBDA #x, #y : `int; x: T` < `int; x: T, y: T`)
seq T: SetToSeq(`set T`)
seq int: SetToSortSeq(`set int`, >)
seq T: Reverse(`seq T`)
seq T: Remove(`seq T`, `T`)
seq T: RemoveAt(`seq T`, `small`)
seq T: RemoveFirst(`seq T`, `T`)
seq T: RemoveFirstMatch(`seq T`, LAMBDA #x : `bool; x: T`)
seq T: ReplaceAll(`seq T`, `T`, `T`)
seq T: ReplaceAt(`seq T`, `small`, `T`)
seq T: InsertAt(`seq T`, `small`, `T`)
seq T: Cons(`T`, `seq T`)
seq T: Snoc(`T`, `seq T`)
seq T: FlattenSeq(`seq seq T`)
seq T: LongestCommonPrefix(`set seq T`)
seq T: ReplaceFirstSubSeq(<<`T`, `T`>>, <<`T`>>, <<`T`, `T`>>)
seq T: ReplaceAllSubSeqs(<<`T`>>, <<`T`>>, <<`T`, `T`>>)
seq T: ReplaceSubSeqAt(`small`, `seq T`, `seq T`, `seq T`)
seq pair T U: Zip(`seq T`, `seq U`)
seq seq T: Interleave(`seq T`, `seq T`)
seq T: [#x \in 1 .. `small` |-> `T; x: int`]
seq T: [`seq T` EXCEPT ![`small`] = `T; @: T`]
pair T U: <<`T`, `U`>>
pair T U: [`pair T U` EXCEPT ![1] = `T; @: T`]
pair T U: [`pair T U` EXCEPT ![2] = `U; @: U`, ![1] = `T`]
row T U: [a |-> `T`, type |-> `U`]
row T U: [type |-> `U`, a |-> `T`]
row T U: [`row T U` EXCEPT !.a = `T; @: T`]
row T U: [`row T U` EXCEPT !["type"] = `U; @: U`]
row fun D T seq U: [`row fun D T seq U` EXCEPT !.a[`D`] = `T; @: T`, !.type[`small`] = `U; @: U`]
fun D row T U: [`fun D row T U` EXCEPT ![`D`].a = `T; @: T`, ![`D`].type = `U; @: U`]
fun D fun D T: [`fun D fun D T` EXCEPT ![`D`][`D`] = `T; @: T`]
fun D T: [`fun D T` EXCEPT ![`D`] = `T; @: T`]
fun D T: [`fun D T` EXCEPT ![`D`] = `T`, ![`D`] = `T; @: T`]
fun D T: [#x \in `set D` |-> `T; x: D`]
fun D T: `D` :> `T`
fun D T: `fun D T` @@ `fun D T`
fun D T: Restrict(`fun D T`, `set D`)
fun D T: RestrictDomain(`fun D T`, LAMBDA #x : `bool; x: D`)
fun D T: RestrictValues(`fun D T`, LAMBDA #x : `bool; x: T`)
fun D T: Pointwise(`fun D U`, `fun D W`, LAMBDA #x, #y : `T; x: U, y: W`)
fun D D: Inverse(`fun D D`, `set D`, `set D`)
fun D D: AntiFunction(`fun D D`)
fun pair int str T: [#x \in `set int`, #y \in `set str` |-> `T; x: int, y: str`]
fun pair int str T: [<<#x, #y>> \in `set int` \X `set str` |-> `T; x: int, y: str`]
bag T: SetToBag(`set T`)
bag T: `bag T` (+) `bag T`
bag T: `bag T` (-) `bag T`
bag T: ToBag(`seq T`)
bag D: `D` :> (1 + `small`)
bag pair U T: BagOfAll(LAMBDA #x : <<#x, `T; x: U`>>, `bag U`)
bag T: BagUnion({`bag T`, `bag T`})
bag T: EmptyBag
text: ToString(`T`)
text: `str` \o `str`
text: `text` \o `str`
text: SubSeq(`str`, `small`, `small`)
text: Tail(`str`)
text: FlattenSeq(`seq str`)
odd: <<`T`, Forever(`small`)>>
odd: `int` / `int`
odd: `int` \in Real
odd: `set int` \subseteq Real
odd: <<`T`, Infinity>>
flaw T: CHOOSE #x \in {} : TRUE
flaw T: 1 \div 0
flaw T: 1 + TRUE
flaw T: {1} + 2
flaw T: "a"[1]
flaw T: [a |-> 1].b
flaw T: <<1, 2>>[3]
flaw T: Head(<<>>)
flaw T: Cardinality(Nat)
flaw T: CASE FALSE -> 1
flaw T: IF "a" THEN 1 ELSE 2
flaw T: \A #x \in 1 : TRUE
flaw T: 1 = "a"
flaw T: {1, "a"}
flaw T: [#x \in Nat |-> #x][-1]
flaw T: Assert(FALSE, "b")
flaw T: CHOOSE #x : TRUE
"""


def _rows() -> list[tuple[str, str]]:
    found = []
    for pattern, lines in (("T", _ANY), ("bool", _BOOL), ("int", _INT), ("set T", _SET)):
        found += [(pattern, line) for line in lines.strip().splitlines()]
    for line in _OTHER.strip().splitlines():
        pattern, _, text = line.partition(": ")
        found.append((pattern, text))
    return found


GRAMMAR: tuple[tuple[str, str], ...] = tuple(_rows())
"""Pairs of a type and the text of a value of that type."""

MODULE = """\
---- MODULE Agree ----
EXTENDS Integers, Reals, Sequences, FiniteSets, TLC, Bags, Functions, FiniteSetsExt, SequencesExt
CONSTANTS m1, m2, m3, A_x, A_y, B_x
Ranked == <<[a |-> 1, type |-> 2], "a", "b", "foo", "x y", "", "zeta">>
Same(e) == e
First(e, unused) == e
Twice(F(_), e) == F(F(e))
Apply2(F(_, _), e, f) == F(e, f)
RECURSIVE Forever(_)
Forever(n) == Forever(n + 1)
RECURSIVE Folded(_, _, _)
Folded(F(_, _), s, n) == IF n = 0 THEN 0 ELSE F(Folded(F, s, n - 1), s[n])
Fold(F(_, _), s) == Folded(F, s, Len(s))
Case(number, e) == TRUE
"""
"""What stands before the expressions, with the strings in the order of their ranks."""

CONFIG = "CONSTANTS\n" + "".join(f"  {m} = {m}\n" for m in "m1 m2 m3 A_x A_y B_x".split())
