structure Secret = struct val s = "secret" end
structure Open = struct val s = Secret.s end
structure Syntax = struct end
