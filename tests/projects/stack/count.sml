structure Count = struct fun count s = length (Stack.list s) end
