;; An emergency exit leaves no `dynamic-wind`, but what was written is written.
(dynamic-wind
  (lambda () (display "before"))
  (lambda () (emergency-exit 300))
  (lambda () (display "never")))
