; Fibonacci's function with a continuation captured for every call, and results thrown to it.
(define (fib n k)
  (if (< n 2)
      (k n)
      (k (+ (call/cc (lambda (k) (fib (- n 1) k))) (call/cc (lambda (k) (fib (- n 2) k)))))))
(measure (lambda () (call/cc (lambda (k) (fib 38 k)))))
