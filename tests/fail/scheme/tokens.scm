(display #\nosuch) ; ERROR unknown character name `nosuch`
(display "\q") ; ERROR unknown escape `\q`
(display #(1 2)
  #u8(1 256)) ; ERROR no byte in a bytevector
(display 1+2i) ; ERROR complex numbers are left out
(display #xfg) ; ERROR malformed number
(display #true1) ; ERROR unknown syntax `#true1`
(display [1 2]) ; ERROR `[` is not a parenthesis
(display "\x110000;") ; ERROR no such character
(display #d1/0) ; ERROR division by zero in a number
(display #!nothing) ; ERROR unknown directive `#!nothing`
