; Takeuchi's function with a continuation captured at every call and thrown to at its end.
(define (tak x y z) (call/cc (lambda (k) (tak-to k x y z))))
(define (tak-to k x y z)
  (if (>= y x)
      (k z)
      (call/cc
       (lambda (k)
         (tak-to k
                 (call/cc (lambda (k) (tak-to k (- x 1) y z)))
                 (call/cc (lambda (k) (tak-to k (- y 1) z x)))
                 (call/cc (lambda (k) (tak-to k (- z 1) x y))))))))
(measure
 (lambda ()
   (let repeat ([n 1000] [sum 0])
     (if (= n 0) sum (repeat (- n 1) (+ sum (tak 18 12 6)))))))
