;; What is no datum is a read error that says what is wrong.
(define (try text)
  (write text)
  (display ": ")
  (let ((port (open-input-string text)))
    (display
      (guard (e ((read-error? e) (cons (error-object-message e) (error-object-irritants e))))
        (let loop ((x (read port)) (n 0))
          (if (eof-object? x) (list n 'data) (loop (read port) (+ n 1)))))))
  (newline))

(for-each try
  '("(a b" "a)" ")" "(a . )" "(. a)" "(a . b c)" "." "#(a . b)" "#(1 2" "#u8(1 256)" "#u8(a)" "#u8(1.0)"
    "\"open" "|open" "\"\\q\"" "\"\\x41\"" "\"\\xd800;\"" "\"\\x110000;\"" "\"\\x;\"" "\"a\\" "#\\" "#\\unknown"
    "#\\xd800" "#\\x110000" "'" "`" ",@" "(quote . ')" "#;" "(a #;)" "#| open" "#| #| |#" "#foo" "#" "1x" "1/0"
    "#xg" "+5+" "#e" "#0#" "#0=" "#0=#0#" "(#0=a #0=b)" "#5" "#!unknown" "[a]" "{a}" "a{" "a#b"
    "a\\b" "a\x200b;b" "#e+inf.0"))
