val l = map (x => x + 1) [1, 2] (* ERROR a function without a name is written `fn x => ...` *)
