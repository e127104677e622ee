val n = String.length "abc" (* ERROR the length of a string is `String.size` *)
val m = List.size [1] (* ERROR the length of a list is `List.length` *)
