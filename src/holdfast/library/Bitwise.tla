---- MODULE Bitwise ----
\* Community module: operations on the bits of natural numbers.
LOCAL INSTANCE Integers

\* The number whose bits are Bit(a, b) of the bits of `x` and `y`, up to their highest one.
LOCAL Combined(x, y, Bit(_, _)) ==
  LET RECURSIVE Bits(_, _)
      Bits(a, b) == IF a = 0 /\ b = 0 THEN 0
                    ELSE Bit(a % 2, b % 2) + 2 * Bits(a \div 2, b \div 2)
  IN  Bits(x, y)

\* The bits of both numbers.
\* builtin
x & y == Combined(x, y, LAMBDA a, b : a * b)

\* The bits of one number or the other.
\* builtin
x | y == Combined(x, y, LAMBDA a, b : a + b - a * b)

\* The bits of exactly one number.
\* builtin
x ^^ y == Combined(x, y, LAMBDA a, b : (a + b) % 2)

\* The bits that the number does not have, below its highest one.
\* builtin
Not(a) == Combined(a, 0, LAMBDA bit, zero : 1 - bit)

\* The number without its `pos` lowest bits.
\* builtin
shiftR(n, pos) == n \div 2 ^ pos

====
