;; delay, delay-force, force, make-promise.
(define (show x) (write x) (newline))

(show (force (delay (+ 1 2))))
(show (let ((p (delay (+ 1 2)))) (list (force p) (force p))))

(define count 0)
(define p (delay (begin (set! count (+ count 1)) (if (> count x) count (force p)))))
(define x 5)
(show (promise? p))
(show (force p))
(show (begin (set! x 10) (force p)))

(define integers
  (letrec ((next (lambda (n) (delay (cons n (next (+ n 1))))))) (next 0)))
(define (head stream) (car (force stream)))
(define (tail stream) (cdr (force stream)))
(show (head (tail (tail integers))))

(define (stream-filter keep? s)
  (delay-force
   (if (null? (force s))
       (delay '())
       (let ((h (car (force s))) (t (cdr (force s))))
         (if (keep? h) (delay (cons h (stream-filter keep? t))) (stream-filter keep? t))))))
(show (head (tail (tail (stream-filter odd? integers)))))

;; A chain of delay-force is followed in constant space.
(define (loop n) (if (= n 0) (delay 'done) (delay-force (loop (- n 1)))))
(show (force (loop 20000)))

(show (promise? 7))
(show (promise? (make-promise 7)))
(show (force (make-promise 7)))
(show (let ((q (delay 1))) (eq? q (make-promise q))))
(show (force (force (delay (delay 3)))))
(show (force (delay-force (delay 4))))
(define effects '())
(define e (delay (begin (set! effects (cons 'once effects)) 'value)))
(show (force e))
(show (force e))
(show effects)
;; What is computed again while it is computed keeps the first value.
(define again (let ((first #t)) (delay (if first (begin (set! first #f) (force again) 'outer) 'inner))))
(show (force again))
(show (let-values (((a) (force (delay (values 5))))) a))
