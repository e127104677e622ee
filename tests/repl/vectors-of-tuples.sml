val v = Vector.tabulate (3, fn i => (i, "x"));
val a = Array.array (2, {a = 1.5, b = SOME #"c", c = [()]});
datatype t = T of int * int;
Array.fromList [T (1, 2), T (3, 4)];
Array.update (a, 1, {a = 2.5, b = NONE, c = []});
a;
Vector.map (fn (i, _) => (i, v)) v;
#[((1, 2), 3), ((4, 5), 6)];
#[(1, ()), (2, ())];
