(* Program: propositional logic: negation normal form, clauses, a tautology checker, truth tables. *)
infixr 4 ==> 
infix 5 \/
infix 6 /\
datatype prop = P of string | ~~ of prop | /\ of prop * prop | \/ of prop * prop | ==> of prop * prop
fun nnf (P a) = P a
  | nnf (~~ (P a)) = ~~ (P a)
  | nnf (~~ (~~ p)) = nnf p
  | nnf (~~ (p /\ q)) = nnf (~~ p \/ ~~ q)
  | nnf (~~ (p \/ q)) = nnf (~~ p /\ ~~ q)
  | nnf (~~ (p ==> q)) = nnf (p /\ ~~ q)
  | nnf (p /\ q) = nnf p /\ nnf q
  | nnf (p \/ q) = nnf p \/ nnf q
  | nnf (p ==> q) = nnf (~~ p \/ q)
fun distrib (p, q /\ r) = distrib (p, q) /\ distrib (p, r)
  | distrib (p /\ q, r) = distrib (p, r) /\ distrib (q, r)
  | distrib (p, q) = p \/ q
fun cnf (p /\ q) = cnf p /\ cnf q | cnf (p \/ q) = distrib (cnf p, cnf q) | cnf p = p
fun positives (P a) = [a] | positives (~~ _) = [] | positives (p \/ q) = positives p @ positives q | positives _ = []
fun negatives (P _) = [] | negatives (~~ (P a)) = [a] | negatives (p \/ q) = negatives p @ negatives q | negatives _ = []
fun taut (p /\ q) = taut p andalso taut q
  | taut p = List.exists (fn a => List.exists (fn b => a = b) (negatives p)) (positives p)
fun vars (P a) = [a] | vars (~~ p) = vars p | vars (p /\ q) = vars p @ vars q | vars (p \/ q) = vars p @ vars q | vars (p ==> q) = vars p @ vars q
fun eval env (P a) = List.exists (fn b => a = b) env | eval env (~~ p) = not (eval env p)
  | eval env (p /\ q) = eval env p andalso eval env q | eval env (p \/ q) = eval env p orelse eval env q
  | eval env (p ==> q) = not (eval env p) orelse eval env q
fun nub [] = [] | nub (x :: r) = x :: nub (List.filter (fn y => y <> x) r)
fun subsets [] = [[]] | subsets (x :: r) = let val s = subsets r in s @ map (fn l => x :: l) s end
fun slow p = List.all (fn env => eval env p) (subsets (nub (vars p)))
val a = P "a" val b = P "b" val c = P "c"
val tests = [a ==> a, a ==> b, (a ==> b) ==> (~~ b ==> ~~ a), ((a ==> b) ==> a) ==> a, a /\ b ==> b \/ c, (a ==> b ==> c) ==> (a ==> b) ==> a ==> c, a \/ ~~ a /\ b, ~~ (a /\ ~~ a)]
val () = app (fn p => print (Bool.toString (taut (cnf (nnf p))) ^ (if taut (cnf (nnf p)) = slow p then " " else "! "))) tests
val () = print "\n"
