structure Syntax = struct
  datatype exp = Number of Hidden.number | Plus of exp * exp
end
