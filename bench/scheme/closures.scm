; Closures: composed functions, objects with state, parser combinators, streams and continuations
; written by hand.

(define (compose . functions)
  (if (null? functions)
      (lambda (x) x)
      (let ((first (car functions)) (rest (apply compose (cdr functions))))
        (lambda (x) (first (rest x))))))

(define (curry f . arguments)
  (lambda more (apply f (append arguments more))))

(define (composed-sum count)
  (let* ((add (lambda (n) (lambda (x) (+ x n))))
         (scale (lambda (n) (lambda (x) (modulo (* x n) 10007))))
         (step (compose (add 3) (scale 7) (add 11) (scale 13))))
    (let loop ((i 0) (x 1))
      (if (= i count) x (loop (+ i 1) (step (+ x i)))))))

; An object is a procedure that takes a message.
(define (make-counter step)
  (let ((count 0))
    (lambda (message)
      (case message
        ((next) (set! count (+ count step)) count)
        ((value) count)
        ((reset) (set! count 0) 0)
        (else (error "unknown message" message))))))

(define (counters rounds)
  (let ((counters (map make-counter '(1 2 3 5 8))))
    (do ((i 0 (+ i 1)))
        ((= i rounds) (apply + (map (lambda (counter) (counter 'value)) counters)))
      (for-each (lambda (counter) (counter 'next)) counters)
      (if (= (modulo i 1000) 999) ((car counters) 'reset)))))

; A parser takes a list of tokens, and what goes on with a result and the rest, and what goes on
; without one.
(define (token-of satisfied?)
  (lambda (tokens success failure)
    (if (and (pair? tokens) (satisfied? (car tokens)))
        (success (car tokens) (cdr tokens))
        (failure))))

(define (in-sequence first second combine)
  (lambda (tokens success failure)
    (first tokens
           (lambda (a rest)
             (second rest (lambda (b rest) (success (combine a b) rest)) failure))
           failure)))

(define (either first second)
  (lambda (tokens success failure)
    (first tokens success (lambda () (second tokens success failure)))))

(define (many parser)
  (lambda (tokens success failure)
    (let loop ((tokens tokens) (found '()))
      (parser tokens
              (lambda (a rest) (loop rest (cons a found)))
              (lambda () (success (reverse found) tokens))))))

(define number (token-of number?))
(define (sign name) (token-of (lambda (token) (eq? token name))))

(define (chain operand operators)
  (in-sequence operand
               (many (in-sequence operators operand cons))
               (lambda (first rest)
                 (let loop ((value first) (rest rest))
                   (if (null? rest)
                       value
                       (loop ((operation (caar rest)) value (cdar rest)) (cdr rest)))))))

(define (operation name)
  (case name
    ((+) (lambda (a b) (modulo (+ a b) 10007)))
    ((-) (lambda (a b) (modulo (- a b) 10007)))
    (else (lambda (a b) (modulo (* a b) 10007)))))

(define (expression tokens success failure)
  ((chain term (either (sign '+) (sign '-))) tokens success failure))
(define (term tokens success failure)
  ((chain factor (sign '*)) tokens success failure))
(define (factor tokens success failure)
  ((either number
           (in-sequence (in-sequence (sign 'open) expression (lambda (a b) b))
                        (sign 'close)
                        (lambda (a b) a)))
   tokens success failure))

(define (parse-many count)
  (let ((tokens '(1 + 2 * open 3 - 4 * open 5 + 6 close close - 7 * 8 * 9 + open open 10 close close)))
    (let loop ((i 0) (sum 0))
      (if (= i count)
          sum
          (loop (+ i 1)
                (modulo (+ (* sum 3)
                           (expression (cons i (cons '+ tokens))
                                       (lambda (value rest) (if (null? rest) value -1))
                                       (lambda () -2)))
                        10007))))))

; A stream is a pair of a value and a procedure that makes the rest.
(define (integers-from n) (cons n (lambda () (integers-from (+ n 1)))))
(define (stream-filter keep? stream)
  (if (keep? (car stream))
      (cons (car stream) (lambda () (stream-filter keep? ((cdr stream)))))
      (stream-filter keep? ((cdr stream)))))
(define (primes stream)
  (let ((p (car stream)))
    (cons p
          (lambda ()
            (primes (stream-filter (lambda (n) (not (= 0 (modulo n p)))) ((cdr stream))))))))
(define (stream-ref stream n)
  (if (= n 0) (car stream) (stream-ref ((cdr stream)) (- n 1))))

; Fibonacci numbers with the continuation as an argument.
(define (fib/k n k)
  (if (< n 2)
      (k n)
      (fib/k (- n 1) (lambda (a) (fib/k (- n 2) (lambda (b) (k (+ a b))))))))

(define (church n)
  (lambda (f) (lambda (x) (let loop ((i 0) (x x)) (if (= i n) x (loop (+ i 1) (f x)))))))
(define (church* a b) (lambda (f) (a (b f))))
(define (church->integer n) ((n (lambda (x) (+ x 1))) 0))

(define (show name value)
  (display name)
  (display " ")
  (display value)
  (newline))

(show "composed" (composed-sum 5000000))
(show "curried" (let ((add3 (curry + 1 2)))
                  (do ((i 0 (+ i 1)) (sum 0 (modulo (add3 sum i) 10007))) ((= i 3000000) sum))))
(show "counters" (counters 3600000))
(show "parsed" (parse-many 240000))
(show "primes" (stream-ref (primes (integers-from 2)) 3800))
(show "fib/k" (fib/k 34 (lambda (x) x)))
(show "church" (church->integer (church* (church 5000) (church* (church 100) (church 200)))))
