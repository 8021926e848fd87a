---- MODULE Counters ----
\* Two counters, raised by two and by one: together they tell how many steps there were.
EXTENDS Integers

CONSTANT Most

ASSUME Most \in Nat

VARIABLES
  left,
  right,
  steps

vars == <<left, right, steps>>

Init == left = 0 /\ right = 0 /\ steps = 0

Left == left' = left + 2 /\ steps' = steps + 1 /\ UNCHANGED right
Right == right' = right + 1 /\ steps' = steps + 1 /\ UNCHANGED left

Next == steps < Most /\ (Left \/ Right)

Spec == Init /\ [][Next]_vars

\* Because left + 2 * right = 2 * steps at all times, which no clause of the grammar says.
AllIsThere == steps = Most => left + 2 * right = 2 * Most

=======================
