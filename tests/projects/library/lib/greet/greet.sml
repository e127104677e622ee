structure Greet = struct val text = String.map Char.toLower "GREETINGS" end
