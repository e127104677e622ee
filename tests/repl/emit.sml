:emit anf fun f x = x + 1
f 2;
:emit wat 1
