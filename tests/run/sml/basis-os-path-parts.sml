(* OS.Path: taking paths apart and putting them together. *)
structure P = OS.Path
fun p x = print (x ^ "\n")
fun q s = "'" ^ s ^ "'"
fun parts s = let val {isAbs, vol, arcs} = P.fromString s in p (q s ^ Bool.toString isAbs ^ q vol ^ concat (map q arcs)) end
val () = app parts ["", "/", "//", "a", "/a", "//a", "a/", "a//", "a//b", "/a/b/c", "a/b/c/", "..", "./x"]
val () = app (p o q o P.toString o P.fromString) ["", "/", "a", "/a", "a/", "a//b", "/a/b/c"]
fun try f = p (q (f ()) handle e => exnName e)
val () = try (fn () => P.toString {isAbs = false, vol = "", arcs = ["", "a"]})
val () = try (fn () => P.toString {isAbs = false, vol = "c", arcs = ["a"]})
val () = try (fn () => P.toString {isAbs = false, vol = "", arcs = ["a/b"]})
val () = p (Bool.toString (P.validVolume {isAbs = true, vol = ""}) ^ Bool.toString (P.validVolume {isAbs = false, vol = "x"}) ^ q (P.getVolume "/a"))
val () = app (fn s => let val {dir, file} = P.splitDirFile s in p (q s ^ q dir ^ q file ^ q (P.dir s) ^ q (P.file s)) end) ["", ".", "b", "b/", "a/b", "/a", "/", "c/a/b", "/c/a/b", "/c/a/b/"]
val () = app (fn (d, f) => try (fn () => P.joinDirFile {dir = d, file = f})) [("", "b"), ("a", "b"), ("/", "b"), ("/a", "b"), ("a/", "b"), ("a", "b/c")]
val () = app (fn s => let val {base, ext} = P.splitBaseExt s in p (q s ^ q base ^ (case ext of SOME e => q e | NONE => "-")) end) ["", ".login", "/.login", "a", "a.", "a.b", "a.b.c", ".news/comp", "a/b.c", "a.b/c", "a..b"]
val () = p (q (P.joinBaseExt {base = "a", ext = SOME "b"}) ^ q (P.joinBaseExt {base = "a", ext = NONE}) ^ q (P.joinBaseExt {base = "a", ext = SOME ""}))
val () = p (P.base "x/y.z" ^ (case P.ext "x/y.z" of SOME e => e | NONE => "-") ^ P.parentArc ^ P.currentArc)
val () = p (P.fromUnixPath "/a/b" ^ P.toUnixPath "c/d")
