(* Program: a little database with records: selection, joining, grouping, updating. *)
type employee = {id : int, name : string, dept : int, salary : int}
type dept = {id : int, title : string}
val employees : employee list =
  [{id = 1, name = "Ada", dept = 1, salary = 500}, {id = 2, name = "Bob", dept = 2, salary = 300}, {id = 3, name = "Cyd", dept = 1, salary = 450},
   {id = 4, name = "Dan", dept = 3, salary = 200}, {id = 5, name = "Eve", dept = 2, salary = 700}]
val depts : dept list = [{id = 1, title = "Research"}, {id = 2, title = "Sales"}, {id = 4, title = "Empty"}]
fun select p l = List.filter p l
fun join (es : employee list, ds : dept list) =
  List.concat (map (fn e => List.mapPartial (fn d => if #dept e = #id d then SOME {who = #name e, where' = #title d, salary = #salary e} else NONE) ds) es)
fun raise' percent ({id, name, dept, salary} : employee) : employee = {id = id, name = name, dept = dept, salary = salary + salary * percent div 100}
fun group key l = foldl (fn (x, gs) => let val k = key x fun add [] = [(k, [x])] | add ((k', xs) :: r) = if k = k' then (k, x :: xs) :: r else (k', xs) :: add r in add gs end) [] l
val () = app (fn {name, salary, ...} : employee => print (name ^ " " ^ Int.toString salary ^ "; ")) (select (fn e => #salary e > 400) employees)
val () = print "\n"
val () = app (fn {who, where', salary} => print (who ^ "@" ^ where' ^ " ")) (join (employees, depts))
val () = print "\n"
val () = app (fn (k, es) => print (Int.toString k ^ ":" ^ String.concatWith "," (map #name es) ^ " ")) (group (#dept : employee -> int) employees)
val () = print "\n"
val raised = map (fn e => if #dept e = 2 then raise' 10 e else e) employees
val () = print (Int.toString (foldl (fn (e : employee, s) => #salary e + s) 0 raised) ^ Bool.toString (hd raised = hd employees) ^ "\n")
