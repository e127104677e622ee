structure Right = struct val x = 1 end
