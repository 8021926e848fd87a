"""Small algorithms that together use every construct, most of them in both syntaxes."""

from __future__ import annotations

from holdfast.front.pluscal import Translation, translate
from holdfast.source import Source


def module(algorithm: str, before: str = "", after: str = "") -> Source:
    """A source whose module holds the algorithm in a comment."""
    text = (
        "---- MODULE Test ----\nEXTENDS Integers, Sequences, TLC\n"
        f"{before}(*\n{algorithm.strip()}\n*)\n{after}====\n"
    )
    return Source("Test.tla", text)


def translated(algorithm: str, before: str = "") -> Translation:
    """The translation of an algorithm that is put into a module."""
    result = translate(module(algorithm, before))
    assert result is not None
    return result


def translated_text(algorithm: str, before: str = "") -> str:
    """The text of a translation without errors."""
    result = translated(algorithm, before)
    assert result.units, "\n".join(d.render() for d in result.diagnostics)
    return result.text


def codes(algorithm: str, before: str = "") -> list[str]:
    """The codes of the diagnostics of an algorithm, in order."""
    return [d.code for d in translated(algorithm, before).diagnostics]


BOTH_SYNTAXES: dict[str, tuple[str, str]] = {
    "sum without labels": (
        r"""
--algorithm Sum
variables n \in 1..3, total = 0, last;
begin
  while n > 0 do
    total := total + n;
    last := n;
    n := n - 1;
  end while;
  print <<total, last>>;
  total := 0;
end algorithm
""",
        r"""
--algorithm Sum {
variables n \in 1..3, total = 0, last;
{
  while (n > 0) {
    total := total + n;
    last := n;
    n := n - 1;
  };
  print <<total, last>>;
  total := 0;
}
}
""",
    ),
    "lock of a process set": (
        r"""
--algorithm Lock
variables lock = "free", served = [i \in 1..2 |-> 0];
fair process client \in 1..2
variables tries = 0, budget \in 0..tries, home = self;
begin
  ask:  await lock = "free";
        lock := self;
        tries := tries + 1;
  hold: served[self] := @ + tries;
        skip;
  free: lock := "free";
        goto ask;
end process;
end algorithm
""",
        r"""
--algorithm Lock {
variables lock = "free", served = [i \in 1..2 |-> 0];
fair process (client \in 1..2)
variables tries = 0, budget \in 0..tries, home = self;
{
  ask:  when lock = "free";
        lock := self;
        tries := tries + 1;
  hold: served[self] := @ + tries;
        skip;
  free: lock := "free";
        goto ask;
}
}
""",
    ),
    "fairness of processes and labels": (
        r"""
--fair algorithm Fair
variables x = 0;
fair process left = "L"
begin
  a:+ x := x + 1;
  b:- x := x - 1;
  c:- skip;
end process
fair+ process right \in {1, 2}
variable y = 3;
begin
  d: y := x;
  e:- x := y;
end process
process other = 0
begin
  f: skip;
end process
end algorithm
""",
        r"""
--fair algorithm Fair {
variables x = 0;
fair process (left = "L")
{
  a:+ x := x + 1;
  b:- x := x - 1;
  c:- skip;
}
fair+ process (right \in {1, 2})
variable y = 3;
{
  d: y := x;
  e:- x := y;
}
process (other = 0)
{
  f: skip;
}
}
""",
    ),
    "procedures of processes": (
        r"""
--algorithm Calls
variables result = 0;
procedure twice(n, m = 7)
variables k = n + m, old;
begin
  t1: result := k;
      if n > 0 then
        call twice(n - 1, m);
        return;
      end if;
  t2: call once(old);
      return;
end procedure
procedure once(o)
begin
  o1:+ result := result + o;
  o2:  return;
end procedure
fair process main = 1
begin
  m1: call twice(2, result);
  m2: call once(self);
      goto m4;
  m3: skip;
  m4: call once(1);
end process
process more \in {2, 3}
begin
  p1: if result > 0 then
        call once(4);
      else
        p2: skip;
      end if;
  p3: skip;
end process
end algorithm
""",
        r"""
--algorithm Calls {
variables result = 0;
procedure twice(n, m = 7)
variables k = n + m, old;
{
  t1: result := k;
      if (n > 0) {
        call twice(n - 1, m);
        return;
      };
  t2: call once(old);
      return;
}
procedure once(o)
{
  o1:+ result := result + o;
  o2:  return;
}
fair process (main = 1)
{
  m1: call twice(2, result);
  m2: call once(self);
      goto m4;
  m3: skip;
  m4: call once(1);
}
process (more \in {2, 3})
{
  p1: if (result > 0) {
        call once(4);
      }
      else {
        p2: skip;
      };
  p3: skip;
}
}
""",
    ),
    "procedure without processes": (
        r"""
--algorithm Factorial
variables value = 1;
procedure multiply(n)
variables saved = n;
begin
  f1: if n > 1 then
        value := value * n;
        call multiply(n - 1);
      end if;
  f2: return;
end procedure
begin
  start: call multiply(4);
end algorithm
""",
        r"""
--algorithm Factorial {
variables value = 1;
procedure multiply(n)
variables saved = n;
{
  f1: if (n > 1) {
        value := value * n;
        call multiply(n - 1);
      };
  f2: return;
}
{
  start: call multiply(4);
}
}
""",
    ),
    "macros": (
        r"""
--algorithm Macros
variables x = [a |-> 1, b |-> <<1, 2>>], y = 0;
macro set(target, value) begin
  target := value;
end macro;
macro move(from, to) begin
  set(to, from * 2);
  with chosen \in {from, 1} do
    y := chosen;
  end with;
end macro;
begin
  one: set(x.b[1], y + 1);
  two: move(y - 1, x.a);
end algorithm
""",
        r"""
--algorithm Macros {
variables x = [a |-> 1, b |-> <<1, 2>>], y = 0;
macro set(target, value) {
  target := value;
}
macro move(from, to) {
  set(to, from * 2);
  with (chosen \in {from, 1}) {
    y := chosen;
  };
}
{
  one: set(x.b[1], y + 1);
  two: move(y - 1, x.a);
}
}
""",
    ),
    "choices": (
        r"""
--algorithm Choices
variables x = 0, y = 1;
begin
  a: either x := 1;
     or     y := 2; await x = 0;
     or     skip;
     end either;
 a2: if x = 1 then
       y := x;
     elsif x = 2 then
       skip;
     else
       x := 3 || y := x;
     end if;
  b: either
       x := 2;
       inner: y := x;
     or
       goto a;
     end either;
  c: with i \in 1..2, j = i + x, k \in {j, y} do
       x := i;
       y := j + k + x;
     end with;
end algorithm
""",
        r"""
--algorithm Choices {
variables x = 0, y = 1;
{
  a: either x := 1;
     or     { y := 2; await x = 0; }
     or     skip;
 a2: if (x = 1)
       y := x;
     else if (x = 2)
       skip;
     else {
       x := 3 || y := x;
     };
  b: either {
       x := 2;
       inner: y := x;
     }
     or
       goto a;
  c: with (i \in 1..2, j = i + x, k \in {j, y}) {
       x := i;
       y := j + k + x;
     };
}
}
""",
    ),
    "labels inside branches": (
        r"""
--algorithm Branches
variables x = 0;
begin
  a: if x = 0 then
       x := 1;
       b: if x = 1 then
            c: x := 2;
          else
            goto e;
          end if;
       d: skip;
     elsif x = 1 then
       e: while x < 3 do
            x := x + 1;
            f: skip;
          end while;
          x := 0;
     end if;
  g: skip;
end algorithm
""",
        r"""
--algorithm Branches {
variables x = 0;
{
  a: if (x = 0) {
       x := 1;
       b: if (x = 1) {
            c: x := 2;
          } else {
            goto e;
          };
       d: skip;
     } else if (x = 1) {
       e: while (x < 3) {
            x := x + 1;
            f: skip;
          };
          x := 0;
     };
  g: skip;
}
}
""",
    ),
    "multiple assignment": (
        r"""
--algorithm Swap
variables f = <<1, 2, 3>>, r = [a |-> 1, b |-> 2];
process p \in 1..2
variables g = <<1, 2>>, h = 0;
begin
  s: f[1] := f[2] || f[2] := f[1] || r.a := h;
  t: g[1] := g[2] || g[2] := g[1] || h := g[self];
     f := [f EXCEPT ![h] = g[1]];
end process
end algorithm
""",
        r"""
--algorithm Swap {
variables f = <<1, 2, 3>>, r = [a |-> 1, b |-> 2];
process (p \in 1..2)
variables g = <<1, 2>>, h = 0;
{
  s: f[1] := f[2] || f[2] := f[1] || r.a := h;
  t: g[1] := g[2] || g[2] := g[1] || h := g[self];
     f := [f EXCEPT ![h] = g[1]];
}
}
""",
    ),
    "definitions": (
        r"""
--algorithm Defined
variables x = 0;
define
  Double(n) == 2 * n
  Small == x < Double(10)
end define;
process p \in {1}
variables mine = Double(2);
begin
  a: x := Double(x) + mine;
end process
end algorithm
""",
        r"""
--algorithm Defined {
variables x = 0;
define {
  Double(n) == 2 * n
  Small == x < Double(10)
}
process (p \in {1})
variables mine = Double(2);
{
  a: x := Double(x) + mine;
}
}
""",
    ),
    "names that clash": (
        r"""
--algorithm Clash
variables x = 0;
procedure work(arg)
variables n = 1;
begin
  run: n := arg;
  out: return;
end procedure
process first \in {1}
variables n = 2;
begin
  run:  n := n + x;
  loop: goto run;
end process
process second = 2
variables n = 3, arg = n;
begin
  run:  arg := n;
  call2: call work(n);
end process
end algorithm
""",
        r"""
--algorithm Clash {
variables x = 0;
procedure work(arg)
variables n = 1;
{
  run: n := arg;
  out: return;
}
process (first \in {1})
variables n = 2;
{
  run:  n := n + x;
  loop: goto run;
}
process (second = 2)
variables n = 3, arg = n;
{
  run:  arg := n;
  call2: call work(n);
}
}
""",
    ),
    "endless process set": (
        r"""
--algorithm Endless
variables x = 0;
process p \in 1..2
begin
  loop: while TRUE do
          await x # self;
          x := self;
        end while;
end process
end algorithm
""",
        r"""
--algorithm Endless {
variables x = 0;
process (p \in 1..2)
{
  loop: while (TRUE) {
          await x # self;
          x := self;
        };
}
}
""",
    ),
    "endless body": (
        r"""
--algorithm Clock
variables hour = 0;
begin
  tick: while TRUE do
          if hour = 12 then
            hour := 1;
          else
            hour := hour + 1;
          end if;
        end while;
end algorithm
""",
        r"""
--algorithm Clock {
variables hour = 0;
{
  tick: while (TRUE) {
          if (hour = 12)
            hour := 1;
          else
            hour := hour + 1;
        };
}
}
""",
    ),
    "names bound in expressions": (
        r"""
--algorithm Bound
variables S = {1, 2}, f = [i \in S |-> i];
process p \in S
variables x = 1, i = [x |-> self, i |-> 2];
begin
  a: x := x + 1;
     S := {x} \cup {y \in S : \E z \in S : z = x + y};
     f := [z \in S |-> LET w == i.x + x IN [x |-> w, i |-> z].x];
     await \A y, z \in S : CHOOSE v \in {y, z, x} : v = f[y];
end process
end algorithm
""",
        r"""
--algorithm Bound {
variables S = {1, 2}, f = [i \in S |-> i];
process (p \in S)
variables x = 1, i = [x |-> self, i |-> 2];
{
  a: x := x + 1;
     S := {x} \cup {y \in S : \E z \in S : z = x + y};
     f := [z \in S |-> LET w == i.x + x IN [x |-> w, i |-> z].x];
     await \A y, z \in S : CHOOSE v \in {y, z, x} : v = f[y];
}
}
""",
    ),
}
