(* The laws of events, on trees of events that a generator makes: the result is one that the tree
   allows; what is wrapped around the chosen event runs once and nothing else does; each guard runs
   once a synchronisation; each refused event gets its nack once, and no other does. *)
open CML

exception Raised of int list

(* Every node has a number of its own. A wrapper puts its number in front of the result, a thrower
   raises it, and a rescuer makes a result of what is raised below it. *)
datatype tree =
  Leaf of int * leaf
| Wrap of int * tree
| Throw of int * tree
| Rescue of int * tree
| Guard of int * tree
| Nack of int * tree
| Choose of tree list
and leaf =
  Always
| Never
| Recv of int chan
| Send of int chan
| Variable of int SyncVar.ivar
| Cell of int SyncVar.mvar
| Box of int Mailbox.mbox

val seed = ref 42
fun random n = (seed := (!seed * 1103515245 + 12345) mod 2147483648; !seed div 65536 mod n)

val nodes = ref 0
fun fresh () = (nodes := !nodes + 1; !nodes)

fun leaf now =
  case random (if now then 7 else 6) of
    0 => Never
  | 1 => Recv (channel ())
  | 2 => Send (channel ())
  | 3 => Variable (SyncVar.iVar ())
  | 4 => Cell (SyncVar.mVar ())
  | 5 => Box (Mailbox.mailbox ())
  | _ => Always

fun tree (0, now) = Leaf (fresh (), leaf now)
  | tree (depth, now) =
      let fun below () = tree (depth - 1, now) in
        case random 9 of
          0 => Leaf (fresh (), leaf now)
        | 1 => Wrap (fresh (), below ())
        | 2 => Throw (fresh (), below ())
        | 3 => Rescue (fresh (), below ())
        | 4 => Guard (fresh (), below ())
        | 5 => Nack (fresh (), below ())
        | _ => Choose (List.tabulate (1 + random 3, fn _ => below ()))
      end

(* What runs, newest first, by node. *)
val ran : int list ref = ref []
fun run i = ran := i :: !ran

fun leafEvent (_, Never) = never
  | leafEvent (i, Always) = alwaysEvt [i]
  | leafEvent (i, Recv c) = wrap (recvEvt c, fn j => [i])
  | leafEvent (i, Send c) = wrap (sendEvt (c, i), fn () => [i])
  | leafEvent (i, Variable v) = wrap (SyncVar.iGetEvt v, fn j => [j])
  | leafEvent (i, Cell v) = wrap (SyncVar.mTakeEvt v, fn j => [j])
  | leafEvent (i, Box m) = wrap (Mailbox.recvEvt m, fn j => [j])

fun event t =
  case t of
    Leaf l => leafEvent l
  | Wrap (i, t) => wrap (event t, fn l => (run i; i :: l))
  | Throw (i, t) => wrap (event t, fn l => (run i; raise Raised (i :: l)))
  | Rescue (i, t) => wrapHandler (event t, fn Raised l => (run i; i :: l) | e => raise e)
  | Guard (i, t) => let val e = event t in guard (fn () => (run i; e)) end
  | Nack (i, t) =>
      let val e = event t in
        withNack (fn nack => (ignore (spawn (fn () => (sync nack; run i))); e))
      end
  | Choose l => choose (List.map event l)

(* The model: for each leaf, the result (and whether it is raised), and what runs if it is chosen
   but for the nacks: the wrappers of its path. *)
datatype outcome = Result of int list | Exception of int list

fun leaves (t, change) =
  case t of
    Leaf (i, l) => [((i, l), change (Result [i], []))]
  | Wrap (i, t) =>
      leaves (t, fn (Result l, runs) => change (Result (i :: l), i :: runs) | raised => change raised)
  | Throw (i, t) =>
      leaves (t, fn (Result l, runs) => change (Exception (i :: l), i :: runs) | raised => change raised)
  | Rescue (i, t) =>
      leaves (t, fn (Exception l, runs) => change (Result (i :: l), i :: runs) | result => change result)
  | Guard (_, t) => leaves (t, change)
  | Nack (_, t) => leaves (t, change)
  | Choose l => List.concat (List.map (fn t => leaves (t, change)) l)

(* The guards of a tree, and the nacks that do not surround a leaf. *)
fun guards t =
  case t of
    Leaf _ => []
  | Wrap (_, t) => guards t
  | Throw (_, t) => guards t
  | Rescue (_, t) => guards t
  | Guard (i, t) => i :: guards t
  | Nack (_, t) => guards t
  | Choose l => List.concat (List.map guards l)

fun contains (Leaf (j, _), i) = i = j
  | contains (Choose l, i) = List.exists (fn t => contains (t, i)) l
  | contains (Wrap (_, t), i) = contains (t, i)
  | contains (Throw (_, t), i) = contains (t, i)
  | contains (Rescue (_, t), i) = contains (t, i)
  | contains (Guard (_, t), i) = contains (t, i)
  | contains (Nack (_, t), i) = contains (t, i)

fun refused (t, i) =
  case t of
    Leaf _ => []
  | Wrap (_, t) => refused (t, i)
  | Throw (_, t) => refused (t, i)
  | Rescue (_, t) => refused (t, i)
  | Guard (_, t) => refused (t, i)
  | Nack (n, t') => if contains (t', i) then refused (t', i) else n :: refused (t', i)
  | Choose l => List.concat (List.map (fn t => refused (t, i)) l)

(* Makes the event of a leaf possible; the threads that this takes wait or have met the tree. *)
fun enable (i, l) =
  case l of
    Always => true
  | Never => false
  | Recv c => (ignore (spawn (fn () => send (c, i))); true)
  | Send c => (ignore (spawn (fn () => ignore (recv c))); true)
  | Variable v => (SyncVar.iPut (v, i); true)
  | Cell v => (SyncVar.mPut (v, i); true)
  | Box m => (Mailbox.send (m, i); true)

fun sorted l =
  let
    fun insert (x : int, []) = [x]
      | insert (x, y :: rest) = if x <= y then x :: y :: rest else y :: insert (x, rest)
  in
    List.foldl insert [] l
  end

fun synchronise e = Result (sync e) handle Raised l => Exception l

val problems = ref 0
fun check (what, true) = ()
  | check (what, false) = (problems := !problems + 1; print (what ^ "\n"))

fun settle 0 = ()
  | settle n = (yield (); settle (n - 1))

fun last (Result l) = List.last l
  | last (Exception l) = List.last l

(* A synchronisation with what it gave. *)
fun judge (t, found, enabled) =
  let
    val () = settle 20
    val i = last found
    val expected = List.find (fn ((j, _), _) => i = j) (leaves (t, fn x => x))
  in
    check ("a leaf that was not possible", List.exists (fn j => i = j) enabled);
    case expected of
      NONE => check ("no leaf", false)
    | SOME (_, (outcome, runs)) =>
        (check ("a wrong result", outcome = found);
         check ("wrong runs", sorted (!ran) = sorted (runs @ guards t @ refused (t, i))))
  end

(* Some leaves are possible before the synchronisation. *)
fun ahead t =
  let
    val all = List.map #1 (leaves (t, fn x => x))
    val enabled = List.filter (fn l as (_, Always) => true | l => random 2 = 0 andalso enable l) all
  in
    if List.null enabled then false
    else
      (ran := [];
       judge (t, synchronise (event t), List.map #1 enabled);
       true)
  end

(* None is possible; one is made so when the thread waits. *)
fun behind t =
  let
    val all = List.filter (fn (_, Never) => false | _ => true) (List.map #1 (leaves (t, fn x => x)))
    val found = SyncVar.iVar ()
  in
    if List.null all then false
    else
      let
        val (i, l) = List.nth (all, random (List.length all))
      in
        ran := [];
        ignore (spawn (fn () => SyncVar.iPut (found, synchronise (event t))));
        ignore (enable (i, l));
        judge (t, SyncVar.iGet found, [i]);
        true
      end
  end

fun count (0, _, n) = n
  | count (rounds, f, n) = count (rounds - 1, f, if f () then n + 1 else n)

fun main () =
  let
    val first = count (300, fn () => ahead (tree (random 5, true)), 0)
    val second = count (300, fn () => behind (tree (random 5, false)), 0)
  in
    print (if first > 150 andalso second > 150 then "enough trees\n" else "too few trees\n");
    print (Int.toString (!problems) ^ " problems\n")
  end

val _ = RunCML.doit (main, NONE)
