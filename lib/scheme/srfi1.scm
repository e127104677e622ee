;;; More procedures on lists, those of SRFI 1.

(define (xcons x y) (cons y x))
(define (cons* first . more)
  (let loop ((first first) (more more))
    (if (null? more) first (cons first (loop (car more) (cdr more))))))

(define (list-tabulate n f)
  (%check-natural 'list-tabulate n)
  (let loop ((i 0))
    (if (%same i n)
        '()
        (let ((x (f i)))
          (cons x (loop (%small+ i 1)))))))

(define (circular-list first . more)
  (let ((list (cons first more)))
    (set-cdr! (last-pair list) list)
    list))

(define iota
  (case-lambda
    ((n) (iota n 0 1))
    ((n start) (iota n start 1))
    ((n start step)
     (%check-natural 'iota n)
     (let loop ((i (%small- n 1)) (list '()))
       (if (%small< i 0) list (loop (%small- i 1) (cons (+ start (* i step)) list)))))))

(define (proper-list? x) (list? x))
(define (circular-list? x) (%same (%list-length x) -2))
(define (dotted-list? x) (%same (%list-length x) -1))
(define (not-pair? x) (not (pair? x)))
(define (null-list? x) (if (pair? x) #f (begin (%end-of-list 'null-list? x) #t)))

(define (list= same? . lists)
  (define (two? x y)
    (cond ((and (pair? x) (pair? y)) (and (same? (car x) (car y)) (two? (cdr x) (cdr y))))
          (else (and (null? x) (null? y)))))
  (or (null? lists)
      (let loop ((x (car lists)) (more (cdr lists)))
        (or (null? more)
            (and (two? x (car more)) (loop (car more) (cdr more)))))))

(define (first x) (%get 2 0 (%list-pair 'first x 0)))
(define (second x) (%get 2 0 (%list-pair 'second x 1)))
(define (third x) (%get 2 0 (%list-pair 'third x 2)))
(define (fourth x) (%get 2 0 (%list-pair 'fourth x 3)))
(define (fifth x) (%get 2 0 (%list-pair 'fifth x 4)))
(define (sixth x) (%get 2 0 (%list-pair 'sixth x 5)))
(define (seventh x) (%get 2 0 (%list-pair 'seventh x 6)))
(define (eighth x) (%get 2 0 (%list-pair 'eighth x 7)))
(define (ninth x) (%get 2 0 (%list-pair 'ninth x 8)))
(define (tenth x) (%get 2 0 (%list-pair 'tenth x 9)))
(define (car+cdr x) (values (car x) (cdr x)))

(define (%take who x k)
  (%check-natural who k)
  (let loop ((x x) (n k))
    (cond ((%same n 0) '())
          ((pair? x) (cons (car x) (loop (cdr x) (%small- n 1))))
          (else (%wrong-index who k)))))

(define (take x k) (%take 'take x k))
(define (take! x k) (%take 'take! x k))
(define (drop x k) (%list-tail 'drop x k))
(define (split-at x k) (values (%take 'split-at x k) (list-tail x k)))
(define (split-at! x k) (values (%take 'split-at! x k) (list-tail x k)))

(define (take-right x k)
  (let loop ((x x) (ahead (%list-tail 'take-right x k)))
    (if (pair? ahead) (loop (cdr x) (cdr ahead)) x)))
(define (%drop-right who x k)
  (let loop ((x x) (ahead (%list-tail who x k)))
    (if (pair? ahead) (cons (car x) (loop (cdr x) (cdr ahead))) '())))
(define (drop-right x k) (%drop-right 'drop-right x k))
(define (drop-right! x k) (%drop-right 'drop-right! x k))

(define (last-pair x)
  (if (pair? x)
      (let loop ((x x))
        (if (pair? (cdr x)) (loop (cdr x)) x))
      (%not-a-pair 'last-pair x)))
(define (last x)
  (if (pair? x) (car (last-pair x)) (%not-a-pair 'last x)))

(define (length+ x)
  (let ((n (%list-length x)))
    (cond ((%same n -2) #f)
          ((%same n -1) (%not-a-list 'length+ x))
          (else n))))

(define (append! . lists) (apply append lists))
(define (concatenate lists) (apply append lists))
(define (concatenate! lists) (apply append lists))
(define (append-reverse x y) (%append-reverse 'append-reverse x y))
(define (append-reverse! x y) (%append-reverse 'append-reverse! x y))
(define (reverse! x) (%append-reverse 'reverse! x '()))

(define (zip list . more) (apply map (lambda all all) list more))
(define (unzip1 x) (map car x))
(define (unzip2 x) (values (map car x) (map cadr x)))
(define (unzip3 x) (values (map car x) (map cadr x) (map caddr x)))

(define count
  (case-lambda
    ((p list) (fold (lambda (x n) (if (p x) (%small+ n 1) n)) 0 list))
    ((p list . more)
     (let loop ((lists (cons list more)) (n 0))
       (cond ((not (%all-pairs? 'count lists)) n)
             ((apply p (%cars lists)) (loop (%cdrs lists) (%small+ n 1)))
             (else (loop (%cdrs lists) n)))))))

(define fold
  (case-lambda
    ((f seed list)
     (let loop ((seed seed) (list list))
       (if (%is tuple 2 list)
           (loop (f (%get 2 0 list) seed) (%get 2 1 list))
           (begin
             (%end-of-list 'fold list)
             seed))))
    ((f seed list . more)
     (let loop ((seed seed) (lists (cons list more)))
       (if (%all-pairs? 'fold lists)
           (loop (apply f (%append-to 'fold (%cars lists) (cons seed '()))) (%cdrs lists))
           seed)))))

(define fold-right
  (case-lambda
    ((f seed list)
     (let loop ((list list))
       (if (%is tuple 2 list)
           (f (%get 2 0 list) (loop (%get 2 1 list)))
           (begin
             (%end-of-list 'fold-right list)
             seed))))
    ((f seed list . more)
     (let loop ((lists (cons list more)))
       (if (%all-pairs? 'fold-right lists)
           (apply f (%append-to 'fold-right (%cars lists) (cons (loop (%cdrs lists)) '())))
           seed)))))

(define (pair-fold f seed list)
  (if (pair? list)
      (let ((rest (cdr list)))
        (pair-fold f (f list seed) rest))
      (begin
        (%end-of-list 'pair-fold list)
        seed)))
(define (pair-fold-right f seed list)
  (if (pair? list)
      (f list (pair-fold-right f seed (cdr list)))
      (begin
        (%end-of-list 'pair-fold-right list)
        seed)))

(define (reduce f seed list)
  (if (pair? list) (fold f (car list) (cdr list)) (begin (%end-of-list 'reduce list) seed)))
(define (reduce-right f seed list)
  (if (pair? list)
      (let loop ((x (car list)) (list (cdr list)))
        (if (pair? list) (f x (loop (car list) (cdr list))) x))
      (begin
        (%end-of-list 'reduce-right list)
        seed)))

(define unfold
  (case-lambda
    ((stop? f next seed) (unfold stop? f next seed (lambda (seed) '())))
    ((stop? f next seed end)
     (let loop ((seed seed))
       (if (stop? seed)
           (end seed)
           (let ((x (f seed)))
             (cons x (loop (next seed)))))))))
(define unfold-right
  (case-lambda
    ((stop? f next seed) (unfold-right stop? f next seed '()))
    ((stop? f next seed end)
     (let loop ((seed seed) (list end))
       (if (stop? seed) list (loop (next seed) (cons (f seed) list)))))))

(define (append-map f list . more) (apply append (apply map f list more)))
(define (append-map! f list . more) (apply append (apply map f list more)))
(define (map-in-order f list . more) (apply map f list more))
(define (map! f list . more) (apply map f list more))
(define (pair-for-each f list)
  (if (pair? list)
      (let ((rest (cdr list)))
        (f list)
        (pair-for-each f rest))
      (begin
        (%end-of-list 'pair-for-each list)
        (%special unspecified))))
(define (filter-map f list . more) (filter (lambda (x) x) (apply map f list more)))

(define (%filter who p list)
  (let loop ((list list))
    (cond ((not (%is tuple 2 list)) (%end-of-list who list))
          ((p (%get 2 0 list)) (cons (%get 2 0 list) (loop (%get 2 1 list))))
          (else (loop (%get 2 1 list))))))

(define (filter p list) (%filter 'filter p list))
(define (filter! p list) (%filter 'filter! p list))
(define (remove p list) (%filter 'remove (lambda (x) (not (p x))) list))
(define (remove! p list) (%filter 'remove! (lambda (x) (not (p x))) list))
(define (partition p list)
  (let loop ((list list) (yes '()) (no '()))
    (cond ((not (pair? list))
           (%end-of-list 'partition list)
           (values (reverse yes) (reverse no)))
          ((p (car list)) (loop (cdr list) (cons (car list) yes) no))
          (else (loop (cdr list) yes (cons (car list) no))))))
(define (partition! p list) (partition p list))

(define (find-tail p list)
  (let loop ((list list))
    (cond ((not (pair? list)) (%end-of-list 'find-tail list) #f)
          ((p (car list)) list)
          (else (loop (cdr list))))))
(define (find p list)
  (let ((found (find-tail p list)))
    (and found (car found))))

(define (%take-while p list)
  (if (and (pair? list) (p (car list))) (cons (car list) (%take-while p (cdr list))) '()))
(define (take-while p list) (%take-while p list))
(define (take-while! p list) (%take-while p list))
(define (drop-while p list)
  (if (and (pair? list) (p (car list))) (drop-while p (cdr list)) list))
(define (span p list)
  (let loop ((list list) (taken '()))
    (if (and (pair? list) (p (car list)))
        (loop (cdr list) (cons (car list) taken))
        (values (reverse taken) list))))
(define (span! p list) (span p list))
(define (break p list) (span (lambda (x) (not (p x))) list))
(define (break! p list) (break p list))

(define any
  (case-lambda
    ((p list)
     (if (pair? list)
         (let loop ((x (car list)) (list (cdr list)))
           (if (pair? list) (or (p x) (loop (car list) (cdr list))) (p x)))
         (begin
           (%end-of-list 'any list)
           #f)))
    ((p list . more)
     (let loop ((lists (cons list more)))
       (and (%all-pairs? 'any lists)
            (or (apply p (%cars lists)) (loop (%cdrs lists))))))))

(define every
  (case-lambda
    ((p list)
     (if (pair? list)
         (let loop ((x (car list)) (list (cdr list)))
           (if (pair? list) (and (p x) (loop (car list) (cdr list))) (p x)))
         (begin
           (%end-of-list 'every list)
           #t)))
    ((p list . more)
     (let loop ((lists (cons list more)) (last #t))
       (if (%all-pairs? 'every lists)
           (let ((found (apply p (%cars lists))))
             (and found (loop (%cdrs lists) found)))
           last)))))

(define (list-index p list . more)
  (let loop ((lists (cons list more)) (i 0))
    (cond ((not (%all-pairs? 'list-index lists)) #f)
          ((apply p (%cars lists)) i)
          (else (loop (%cdrs lists) (%small+ i 1))))))

(define (%delete who x list same?) (%filter who (lambda (y) (not (same? x y))) list))
(define delete
  (case-lambda
    ((x list) (%delete 'delete x list equal?))
    ((x list same?) (%delete 'delete x list same?))))
(define delete!
  (case-lambda
    ((x list) (%delete 'delete! x list equal?))
    ((x list same?) (%delete 'delete! x list same?))))
(define delete-duplicates
  (case-lambda
    ((list) (delete-duplicates list equal?))
    ((list same?)
     (let loop ((list list))
       (if (pair? list)
           (let ((rest (%delete 'delete-duplicates (car list) (cdr list) same?)))
             (cons (car list) (loop rest)))
           (%end-of-list 'delete-duplicates list))))))
(define (delete-duplicates! . arguments) (apply delete-duplicates arguments))

(define (alist-cons x y list) (cons (cons x y) list))
(define (alist-copy list) (map (lambda (x) (cons (car x) (cdr x))) list))
(define alist-delete
  (case-lambda
    ((x list) (alist-delete x list equal?))
    ((x list same?)
     (%filter 'alist-delete (lambda (y) (not (same? x (car y)))) list))))
(define (alist-delete! . arguments) (apply alist-delete arguments))

;; True if a list has an object, which is the second argument of the predicate.
(define (%has? same? list x) (any (lambda (y) (same? y x)) list))
(define (%within? same? x y) (every (lambda (z) (%has? same? y z)) x))

(define (lset<= same? . sets)
  (or (null? sets)
      (let loop ((x (car sets)) (more (cdr sets)))
        (or (null? more)
            (and (%within? same? x (car more)) (loop (car more) (cdr more)))))))
(define (lset= same? . sets)
  (or (null? sets)
      (let loop ((x (car sets)) (more (cdr sets)))
        (or (null? more)
            (and (%within? same? x (car more))
                 (%within? same? (car more) x)
                 (loop (car more) (cdr more)))))))
(define (lset-adjoin same? set . more)
  (fold (lambda (x set) (if (%has? same? set x) set (cons x set))) set more))
(define (lset-union same? . sets)
  (reduce (lambda (set union) (apply lset-adjoin same? union set)) '() sets))
(define (lset-intersection same? set . sets)
  (filter (lambda (x) (every (lambda (set) (%has? same? set x)) sets)) set))
(define (lset-difference same? set . sets)
  (remove (lambda (x) (any (lambda (set) (%has? same? set x)) sets)) set))
(define (lset-xor same? . sets)
  (define (outside x y) (remove (lambda (z) (%has? same? y z)) x))
  (reduce (lambda (y x) (append (outside y x) (outside x y))) '() sets))
