val double = 2 * one (* ERROR `one` is declared further below: put it first *)
val one = 1
