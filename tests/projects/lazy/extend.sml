structure Part = struct open Part  val more = name ^ " and more" end
