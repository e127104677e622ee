structure CycleA = struct val a = CycleB.b end
