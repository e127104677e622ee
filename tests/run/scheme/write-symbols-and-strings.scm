;; What `write` shows reads back: symbols with bars where they need them, escapes, characters.
(define (show x) (write x) (newline))
(define (again x)
  (let ((out (open-output-string)))
    (write x out)
    (read (open-input-string (get-output-string out)))))

(for-each
  (lambda (name)
    (let ((symbol (string->symbol name)))
      (write symbol)
      (display " ")
      (show (eq? symbol (again symbol)))))
  '("plain" "" "two words" "a(b" "a\"b" "a|b" "a\\b" "a;b" "a'b" "#hash" "a#b" "." ".." "..." "1" "-1"
    "+5x" "+" "-" "+a" "-." ".5" "+.5" "1+" "->x" "+inf.0" "-INF.0" "+nan.0" "+i" "-I" "UPPER"
    "tab\there" "line\nend" "\x7;" "\x1;" "λ" "é" "«x»" "a\xa0;b" "\x200b;" "😀" "a,b" "a`b" "[" "{"
    "~" "!$%&*/:<=>?^_~@"))

(show "plain")
(show "quote \" back \\ line \n tab \t return \r alarm \a backspace \b null \x0; del \x7f; λ 😀 \xa0;.")
(show (equal? (again "\a\b\t\n\r\x1b;\x7f;|\\\"é") "\a\b\t\n\r\x1b;\x7f;|\\\"é"))
(show '(#\a #\A #\( #\) #\; #\" #\\ #\space #\newline #\tab #\return #\null #\alarm #\backspace
        #\delete #\escape #\λ #\x1 #\x85 #\xa0 #\x3000 #\x10ffff))
(show (let loop ((n 0))
        (cond ((= n 1000) #t)
              ((eqv? (again (integer->char n)) (integer->char n)) (loop (+ n 1)))
              (else n))))
(display '("a\"b" #\a |two words| (#\space "x" . "y") #("z" #\newline)))
(newline)
(display "display: \"raw\"\n")
(display #\λ)
(newline)
