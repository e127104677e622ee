(* OS.Path: canonical, absolute and relative paths. *)
structure P = OS.Path
fun p x = print (x ^ "\n")
fun q s = "'" ^ s ^ "'"
fun try f = p (q (f ()) handle e => exnName e)
val paths = ["", ".", "/", "/.", "/..", "./.", "a/./b", "a/../b", "../a", "a/..", "a/b/../..", "/a/b/../c", "a//b", "a/", "/a/", "../../x"]
val () = app (fn s => p (q s ^ q (P.mkCanonical s) ^ Bool.toString (P.isCanonical s))) paths
val () = app (fn s => p (q s ^ q (P.getParent s))) ["/", "a", "a/", "a///", "a/b", "a/b/", "..", ".", "", "/a"]
val () = app (fn (a, b) => try (fn () => P.concat (a, b))) [("a", "b"), ("", "b"), ("a", ""), ("a/", "b"), ("/a", "b/c"), ("a", "/b")]
val () = app (fn (a, b) => try (fn () => P.mkAbsolute {path = a, relativeTo = b})) [("a", "/b"), ("../a", "/b/c"), ("/x", "/b"), ("a", "b"), ("/x", "b")]
val () = app (fn (a, b) => try (fn () => P.mkRelative {path = a, relativeTo = b})) [("/a/b", "/a"), ("/a/b", "/a/c"), ("/a/b/", "/a/c"), ("/", "/a/b/c"), ("/a/b/c", "/a/b/c"), ("x/y", "/a"), ("/a", "b"), ("/a/b/../c", "/a/d"), ("/a/", "/a/b/c"), ("/a/", "/a"), ("/", "/.."), ("/a//b", "/a/c/..")]
val () = p (Bool.toString (P.isAbsolute "/a") ^ Bool.toString (P.isAbsolute "a") ^ Bool.toString (P.isRelative "a") ^ Bool.toString (P.isRoot "/") ^ Bool.toString (P.isRoot "/a"))
