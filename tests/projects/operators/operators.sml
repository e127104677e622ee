infix 6 +++
fun a +++ b = a * 10 + b
