(* What stands before every program of this folder: runs its work, prints what that gives, and then
   the processor's time that it took, the collector's included, in microseconds. *)
structure Measure = struct
  fun run work =
    let
      val timer = Timer.startCPUTimer ()
      val result = work ()
      val {usr, sys} = Timer.checkCPUTimer timer
      val spent = Time.toMicroseconds (Time.+ (usr, sys))
    in
      print (Int.toString result ^ "\nmicroseconds " ^ LargeInt.toString spent ^ "\n")
    end
end

