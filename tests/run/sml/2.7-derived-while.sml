(* Section 2.7: while tests before each turn and gives (). *)
val i = ref 0
val sum = ref 0
val () = while !i < 10 do (sum := !sum + !i; i := !i + 1)
val () = print (Int.toString (!sum) ^ "\n")
val () = while false do print "never\n"
val unit : unit = while !i > 0 do i := !i - 1
val () = print (Int.toString (!i) ^ "\n")
(* Nested, and left by an exception. *)
exception Done of int * int
val () =
  let val a = ref 1 in
    while true do
      let val b = ref 1 in
        while !b < 20 do
          (if !a * !b = 91 then raise Done (!a, !b) else ();
           b := !b + 1);
        a := !a + 1
      end
  end
  handle Done (a, b) => print (Int.toString a ^ " * " ^ Int.toString b ^ "\n")
