(display '(. 1)) ; ERROR misplaced dot
(display '(1 . )) ; ERROR misplaced dot
(display '(1 . 2 3)) ; ERROR misplaced dot
(display . 1)
