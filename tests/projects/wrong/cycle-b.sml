structure CycleB = struct
  val b = CycleA.a
end
