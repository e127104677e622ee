structure Broken = struct val x : int = "no number" end
