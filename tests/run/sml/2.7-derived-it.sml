(* Section 2.7: at the top level an expression stands for val it = expression. *)
3 + 4;
val () = print (Int.toString it ^ "\n");
"text";
print (it ^ "\n");
it;
val x = (it : unit);
fn x => x + 1;
val () = print (Int.toString (it 41) ^ "\n");
