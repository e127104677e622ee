(* Continuations that are captured in one thread and thrown to from others, any number of times. *)

fun say s = print (s ^ "\n")

(* A walk is captured in the thread that asks first, and goes on in whichever asks next. *)
fun generator walk =
  let
    val inside : unit Cont.cont option ref = ref NONE
    val outside : int option Cont.cont option ref = ref NONE
    fun give x = Cont.throw (valOf (!outside)) x
    fun yield x = Cont.callcc (fn k => (inside := SOME k; give (SOME x)))
  in
    fn () =>
      Cont.callcc
        (fn k =>
           (outside := SOME k;
            case !inside of
              SOME k => Cont.throw k ()
            | NONE => (walk yield; give NONE)))
  end

datatype tree = Leaf | Node of tree * int * tree
fun build (low, high) =
  if low > high then Leaf
  else
    let val middle = (low + high) div 2 in
      Node (build (low, middle - 1), middle, build (middle + 1, high))
    end
fun walk Leaf _ = ()
  | walk (Node (l, x, r)) yield = (walk l yield; yield x; walk r yield)

(* One thread at a time asks, so that each number is given once. *)
val next = generator (walk (build (1, 300)))
val turn = ref 0
val sums = Array.array (3, 0)
fun asks i () =
  if !turn > 300 then ()
  else if !turn mod 3 <> i then (Thread.yield (); asks i ())
  else
    case next () of
      SOME x =>
        (Array.update (sums, i, Array.sub (sums, i) + x); turn := !turn + 1; asks i ())
    | NONE => turn := !turn + 1
fun asker i = Thread.spawn (fn () => asks i ())
val () = List.app Thread.join (List.tabulate (3, asker))
val () = say (String.concatWith " " (List.tabulate (3, fn i => Int.toString (Array.sub (sums, i)))))

(* Handlers come with the continuation, thread names and values of a thread do not. *)
val name = Thread.newLocal (fn () => "nameless")
val handled : (unit -> string) Cont.cont option ref = ref NONE
fun home () =
  (Thread.setLocal (name, "home");
   say ((Cont.callcc (fn k => (handled := SOME k; fn () => "captured")) ()
         handle Fail s => "the handler at home got " ^ s) ^ " in " ^ Thread.getLocal name))
val () = Thread.join (Thread.spawn home)
fun visitor s =
  Thread.join
    (Thread.spawn
       (fn () =>
          (Thread.setLocal (name, "visitor " ^ s);
           Cont.throw (valOf (!handled)) (fn () => raise Fail s)
           handle Fail _ => say "the visitor's handler is wrong")))
val () = List.app visitor ["a", "b", "c"]

(* A thread that waits is entered at an earlier place by another; its own place stays. Each is
   waited for, so that they say all this in one order. *)
val gate : unit SyncVar.ivar = SyncVar.iVar ()
val place : int Cont.cont option ref = ref NONE
val (arrived, behind) = (Array.array (3, false), Array.array (3, false))
fun waits () =
  let val n = Cont.callcc (fn k => (place := SOME k; 0)) in
    say ("before the gate " ^ Int.toString n);
    Array.update (arrived, n, true);
    SyncVar.iGet gate;
    Array.update (behind, n, true)
  end
fun main () =
  let
    fun started (n, f) =
      let val t = CML.spawn f in
        while not (Array.sub (arrived, n)) do CML.yield ();
        t
      end
    val one = started (0, waits)
    val two = started (1, fn () => Cont.throw (valOf (!place)) 1)
    val three = started (2, fn () => Cont.throw (valOf (!place)) 2)
  in
    SyncVar.iPut (gate, ());
    List.app (CML.sync o CML.joinEvt) [one, two, three];
    Array.appi (fn (n, b) => if b then say ("behind the gate " ^ Int.toString n) else ()) behind
  end
val () = if OS.Process.isSuccess (RunCML.doit (main, NONE)) then () else say "failure"

(* The same continuation in many threads at once. *)
val many : int Cont.cont option ref = ref NONE
val totals = Array.array (100, 0)
fun adds () =
  let
    val n = Cont.callcc (fn k => (many := SOME k; 0))
    fun loop 0 = ()
      | loop i = (Array.update (totals, n, Array.sub (totals, n) + n); Thread.yield (); loop (i - 1))
  in
    loop 10
  end
val () = Thread.join (Thread.spawn adds)
fun throws n = Thread.spawn (fn () => Cont.throw (valOf (!many)) n)
val () = List.app Thread.join (List.tabulate (100, throws))
val () = say (Int.toString (Array.foldl op+ 0 totals))
