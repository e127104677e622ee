(cond ()) ; ERROR malformed cond
(cond 1) ; ERROR malformed cond
(cond (else 1) (#t 2)) ; ERROR misplaced else
(cond (1 =>)) ; ERROR malformed cond
(cond (1 => car cdr)) ; ERROR malformed cond
(cond (else)) ; ERROR misplaced else
(case) ; ERROR malformed case
(case 1 (1 2)) ; ERROR malformed case
(case 1 ((1))) ; ERROR malformed case
(case 1 (else 1) ((1) 2)) ; ERROR misplaced else
(case 1 ((1) => car cdr)) ; ERROR malformed case
(when) ; ERROR malformed when
(unless) ; ERROR malformed unless
