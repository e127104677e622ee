(display if) ; ERROR misplaced keyword
(display (list lambda)) ; ERROR misplaced keyword
(display else) ; ERROR misplaced keyword
(else 1) ; ERROR misplaced keyword
(=> 1) ; ERROR misplaced keyword
(display (syntax-rules ())) ; ERROR misplaced keyword
(display ...) ; ERROR misplaced keyword
() ; ERROR empty combination
(1 . (2 . 3)) ; ERROR misplaced dot
