use "lib.sml"; (* ERROR `prog.mlb` *)
fun main _ = OS.Process.success
val _ = SMLofNJ.exportFn ("prog", main) (* ERROR `prog.mlb` *)
