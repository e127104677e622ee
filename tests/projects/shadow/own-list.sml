structure List = struct val name = "own" end
