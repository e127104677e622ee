; A generator: 10,000,000 numbers of trees, which a recursive function gives one at a time.
(define (build low high)
  (if (> low high)
      #f
      (let ([middle (quotient (+ low high) 2)])
        (vector (build low (- middle 1)) middle (build (+ middle 1) high)))))
(define (generator tree)
  (let ([outside #f] [inside #f])
    (define (yield x) (call/cc (lambda (k) (set! inside k) (outside x))))
    (define (walk tree)
      (when tree
        (walk (vector-ref tree 0))
        (yield (vector-ref tree 1))
        (walk (vector-ref tree 2))))
    (lambda ()
      (call/cc
       (lambda (k)
         (set! outside k)
         (if inside
             (inside #f)
             (begin (walk tree) (outside #f))))))))
(define (sum next total)
  (let ([x (next)])
    (if x (sum next (modulo (+ total x) 1000003)) total)))
(measure
 (lambda ()
   (let ([tree (build 1 100000)])
     (let repeat ([n 100] [total 0])
       (if (= n 0) total (repeat (- n 1) (sum (generator tree) total)))))))
