structure Part = struct val name = "part" end
