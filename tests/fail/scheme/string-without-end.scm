(display "one")
(display "two) ; ERROR the string is not closed
(newline)
