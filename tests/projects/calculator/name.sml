structure Name = struct val name = "calculator: " end
