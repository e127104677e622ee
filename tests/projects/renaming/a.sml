structure A = struct val text = "A" end
structure B = struct val text = "B" end
signature S = sig val text : string end
functor F (X : S) = struct val text = "F(" ^ X.text ^ ")" end
