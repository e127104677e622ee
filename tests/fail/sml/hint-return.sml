fun f x = return (x + 1) (* ERROR there is no `return` *)
