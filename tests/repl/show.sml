infix 6 ++;
infixr 5 :::;
datatype t = ++ of int * int | Q of t;
exception ::: of int * exn;
1 ++ 2;
1 ::: 2 ::: Fail "x";
[Q (1 ++ 2)];
exception Holds of t * exn;
Holds (3 ++ 4, 5 ::: Empty);
nonfix ++ :::;
Holds (++ (3, 4), ::: (5, Empty));
SMLofNJ.Susp.delay (fn () => 5);
Word8Array.array (2, 0w1);
Word8Array.sub;
:type Word8Array.update
val l = [[[[1, 2, 3], [4]]], [[[5]]]];
:set depth 2
:set length 2
:set
l;
#[1, 2, 3];
:set depth auto
l;
:set length 120
List.tabulate (119, fn i => i);
:set length auto
List.tabulate (119, fn i => i);
:set depth
:set depth x
:set depth 10001
:set length ~1
:type 1; "a"; fn x => (x, x)
:type "b"; val x = 2; 3
