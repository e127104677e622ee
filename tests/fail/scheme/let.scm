(let) ; ERROR malformed let
(let ((x 1))) ; ERROR missing body
(let (x) x) ; ERROR malformed let
(let ((x)) x) ; ERROR malformed let
(let ((x 1 2)) x) ; ERROR malformed let
(let ((1 x)) x) ; ERROR malformed let
(let x) ; ERROR malformed let
(let ((x 1) (x 2)) x) ; ERROR duplicate variable
(let loop ((i 0) (i 1)) i) ; ERROR duplicate variable
(let* ((x)) x) ; ERROR malformed let*
(letrec ((x 1) (x 2)) x) ; ERROR duplicate variable
(letrec* ((x 1) . y) x) ; ERROR malformed letrec
(let 5 ((x 1)) x) ; ERROR malformed let
