;; The system interface, and an exit with a code.
(define (show x) (write x) (newline))

(show (list? (command-line)))
(show (get-environment-variable "KONT_TEST_NO_SUCH_VARIABLE"))
(show (list? (get-environment-variables)))
(show (and (memq 'r7rs (features)) #t))
(show (let ((a (current-jiffy))) (<= a (current-jiffy))))
(show (exact-integer? (jiffies-per-second)))
(show (> (current-second) 1e9))
(dynamic-wind
 (lambda () (show 'in))
 (lambda () (exit 7))
 (lambda () (show 'out)))
(show 'never)
