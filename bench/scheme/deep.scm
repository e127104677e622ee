; Deep recursion: lists and trees a million levels deep, built and consumed by procedures that are
; not tail-recursive, and functions whose calls nest: Ackermann's, Hofstadter's, Takeuchi's.

(define (count-down n)
  (if (= n 0) 0 (+ 1 (count-down (- n 1)))))

(define (build n)
  (if (= n 0) '() (cons (modulo (* n 7) 1000) (build (- n 1)))))

(define (map-list f items)
  (if (null? items) '() (cons (f (car items)) (map-list f (cdr items)))))

(define (join a b)
  (if (null? a) b (cons (car a) (join (cdr a) b))))

(define (sum items)
  (if (null? items) 0 (modulo (+ (car items) (sum (cdr items))) 1000003)))

(define (alternate items)
  (if (null? items)
      0
      (- (car items) (alternate (cdr items)))))

; A node is a vector of two trees and a number; the tree leans to the left.
(define (spine n)
  (if (= n 0) #f (vector (spine (- n 1)) n #f)))

(define (mirror tree)
  (if tree
      (vector (mirror (vector-ref tree 2)) (vector-ref tree 1) (mirror (vector-ref tree 0)))
      #f))

(define (depth tree)
  (if tree
      (+ 1 (max (depth (vector-ref tree 0)) (depth (vector-ref tree 2))))
      0))

(define (even-depth? n) (if (= n 0) #t (not (odd-depth? n))))
(define (odd-depth? n) (if (= n 0) #f (even-depth? (- n 1))))

(define (ackermann m n)
  (cond ((= m 0) (+ n 1))
        ((= n 0) (ackermann (- m 1) 1))
        (else (ackermann (- m 1) (ackermann m (- n 1))))))

(define (takeuchi x y z)
  (if (< y x)
      (takeuchi (takeuchi (- x 1) y z) (takeuchi (- y 1) z x) (takeuchi (- z 1) x y))
      z))

(define (hofstadter n)
  (if (= n 0) 0 (- n (hofstadter (hofstadter (- n 1))))))

(define (paths rows columns)
  (if (or (= rows 0) (= columns 0))
      1
      (+ (paths (- rows 1) columns) (paths rows (- columns 1)))))

(define (repeat times thunk)
  (let loop ((i 1) (result (thunk)))
    (if (= i times) result (loop (+ i 1) (modulo (+ result (thunk)) 1000003)))))

(define (show name value)
  (display name)
  (display " ")
  (display value)
  (newline))

(show "count" (repeat 20 (lambda () (count-down 1000000))))
(show "lists" (repeat 2 (lambda ()
                          (let ((items (map-list (lambda (x) (+ x 1)) (build 1000000))))
                            (sum (join items items))))))
(show "alternate" (repeat 10 (lambda () (modulo (alternate (build 500000)) 1000003))))
(show "spine" (repeat 3 (lambda () (depth (mirror (spine 500000))))))
(show "parity" (repeat 40 (lambda () (if (even-depth? 1000000) 1 0))))
(show "ackermann" (ackermann 3 10))
(show "takeuchi" (takeuchi 28 18 9))
(show "hofstadter" (hofstadter 150))
(show "paths" (paths 13 13))
