-------------------------------- MODULE wire --------------------------------
(* Two clerks move money out of Alice's account at the same time. Each of them first     *)
(* looks whether the account can pay, and pays afterwards: can it become overdrawn?      *)
EXTENDS Integers

People == {"alice", "bob"}
Clerks == 1..2

(* --algorithm wire
variables
    account = [p \in People |-> 5];

define
    NoOverdrafts == \A p \in People : account[p] >= 0
end define;

fair process Clerk \in Clerks
variables
    amount \in 1..5;
begin
    Check:
        if amount <= account["alice"] then
            Withdraw:
                account["alice"] := account["alice"] - amount;
            Deposit:
                account["bob"] := account["bob"] + amount;
        end if;
end process;
end algorithm; *)

THEOREM Spec => []NoOverdrafts

=============================================================================
