#!/usr/bin/env -S kont run
(* Builds what is out of date, by rules like those of make, and runs commands side by side:

     build.sml [-j N] [-f FILE] [TARGET]...

   reads the rules in FILE, or in its input. A rule is a line `target: dependency...` and below it
   its commands, which are indented. A target is built if there is no such file, if a dependency is
   newer, or if one was built just now; without TARGET, that of the first rule. At most N commands
   run at once. After a failure no more commands are started.
   Shows: a thread for each target, `SyncVar` for its result, a mailbox that holds N permissions,
   and processes by `Unix`, for which one thread waits while the others go on. *)

exception Problem of string

type rule = {target : string, needs : string list, commands : string list}

(* The rules of a text. *)
fun parse text =
  let
    val words = String.tokens Char.isSpace
    fun isIndented line = Char.isSpace (String.sub (line, 0))
    fun isEmpty line = case words line of [] => true | word :: _ => String.isPrefix "#" word
    fun trim line =
      Substring.string
        (Substring.dropr Char.isSpace (Substring.dropl Char.isSpace (Substring.full line)))
    fun head line =
      case String.fields (fn c => c = #":") line of
        [target, needs] => {target = trim target, needs = words needs, commands = []}
      | _ => raise Problem ("not a rule: " ^ line)
    fun add (line, rules) =
      if isEmpty line then rules
      else if not (isIndented line) then head line :: rules
      else
        case rules of
          {target, needs, commands} :: rest =>
            {target = target, needs = needs, commands = trim line :: commands} :: rest
        | [] => raise Problem ("a command without a rule: " ^ trim line)
    fun ordered {target, needs, commands} =
      {target = target, needs = needs, commands = List.rev commands} : rule
  in
    List.rev (List.map ordered (List.foldl add [] (String.fields (fn c => c = #"\n") text)))
  end

fun rule (rules : rule list, name) = List.find (fn {target, ...} => target = name) rules

fun isFile name = OS.FileSys.access (name, [])

(* The rules that some targets need, each behind those that it needs itself. *)
fun plan (rules, targets) =
  let
    fun visit above (name, planned : rule list) =
      if List.exists (fn other => other = name) above then
        let
          fun circle (other :: rest) = if other = name then [other] else other :: circle rest
            | circle [] = []
        in
          raise Problem (String.concatWith " needs " (List.rev (name :: circle above)))
        end
      else if isSome (rule (planned, name)) then planned
      else
        case rule (rules, name) of
          SOME (r as {needs, ...}) => r :: List.foldl (visit (name :: above)) planned needs
        | NONE =>
            if isFile name then planned
            else
              raise Problem
                ("no rule makes " ^ name
                 ^ (case above of [] => "" | other :: _ => ", which " ^ other ^ " needs"))
  in
    List.rev (List.foldl (visit []) [] targets)
  end

datatype result = Current | Built | Failed

(* What a command has printed, and how it ended if that was badly. *)
fun run command =
  let
    val process = Unix.execute ("/bin/sh", ["-c", "exec 2>&1\n" ^ command])
    val () = TextIO.closeOut (Unix.textOutstreamOf process)
    val output = TextIO.inputAll (Unix.textInstreamOf process)
  in
    (output,
     case Unix.fromStatus (Unix.reap process) of
       Unix.W_EXITED => NONE
     | Unix.W_EXITSTATUS code => SOME ("exit code " ^ Int.toString (Word8.toInt code))
     | Unix.W_SIGNALED signal =>
         SOME ("signal " ^ SysWord.fmt StringCvt.DEC (Posix.Signal.toWord signal))
     | Unix.W_STOPPED _ => SOME "stopped")
  end

(* A permission for each command that may run. *)
val permissions : unit Mailbox.mbox = Mailbox.mailbox ()
val failed = ref false

fun fails (target, how) =
  (failed := true; print ("build: " ^ target ^ ": " ^ how ^ "\n"); Failed)

fun perform _ [] = Built
  | perform target (command :: rest) =
      if !failed then Failed
      else
        let
          val (output, problem) = run command
        in
          print (command ^ "\n" ^ output);
          case problem of
            NONE => perform target rest
          | SOME how => fails (target, how)
        end

fun isOlder (target, needs) =
  not (isFile target)
  orelse
    let val time = OS.FileSys.modTime target in
      List.exists (fn name => isFile name andalso Time.> (OS.FileSys.modTime name, time)) needs
    end

(* What becomes of a target when its dependencies are there. *)
fun build ({target, needs, commands} : rule, results) =
  if List.exists (fn r => r = Failed) results then Failed
  else if not (List.exists (fn r => r = Built) results orelse isOlder (target, needs)) then Current
  else
    (Mailbox.recv permissions;
     perform target commands before Mailbox.send (permissions, ()))

(* Starts a thread for each rule, which waits for those of the rules that it needs. *)
fun start rules =
  let
    fun one (r as {target, needs, ...} : rule, started) =
      let
        val result = SyncVar.iVar ()
        fun find name = Option.map #2 (List.find (fn (other, _) => other = name) started)
        val earlier = List.mapPartial find needs
        fun built () =
          build (r, List.map SyncVar.iGet earlier) handle e => fails (target, exnMessage e)
      in
        ignore (CML.spawn (fn () => SyncVar.iPut (result, built ())));
        (target, result) :: started
      end
  in
    List.map #2 (List.foldl one [] rules)
  end

fun main (jobs, rules, targets) () =
  let
    val planned = plan (rules, targets)
    val () = List.app (fn () => Mailbox.send (permissions, ())) (List.tabulate (jobs, ignore))
    val results = List.map SyncVar.iGet (start planned)
    fun is wanted = List.exists (fn r => r = wanted) results
  in
    if is Failed then RunCML.shutdown OS.Process.failure
    else if is Built then ()
    else print "build: nothing to do\n";
    RunCML.shutdown OS.Process.success
  end
  handle Problem text => (print ("build: " ^ text ^ "\n"); RunCML.shutdown OS.Process.failure)

fun options (jobs, _, "-f" :: file :: rest) = options (jobs, SOME file, rest)
  | options (jobs, file, "-j" :: n :: rest) =
      (case Int.fromString n of
         SOME n => if n > 0 then options (n, file, rest) else raise Problem "-j takes a number"
       | NONE => raise Problem "-j takes a number")
  | options (jobs, file, targets) = (jobs, file, targets)

fun contents NONE = TextIO.inputAll TextIO.stdIn
  | contents (SOME file) =
      let val stream = TextIO.openIn file in
        TextIO.inputAll stream before TextIO.closeIn stream
      end

val status =
  let
    val (jobs, file, targets) = options (4, NONE, CommandLine.arguments ())
    val rules = parse (contents file)
    val targets =
      case (targets, rules) of
        ([], {target, ...} :: _) => [target]
      | ([], []) => raise Problem "there are no rules"
      | (targets, _) => targets
  in
    RunCML.doit (main (jobs, rules, targets), NONE)
  end
  handle
    Problem text => (print ("build: " ^ text ^ "\n"); OS.Process.failure)
  | IO.Io {name, ...} => (print ("build: cannot read " ^ name ^ "\n"); OS.Process.failure)

val () = OS.Process.exit status
