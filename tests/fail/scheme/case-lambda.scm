(case-lambda (x)) ; ERROR missing body
(case-lambda 5) ; ERROR malformed case-lambda
(case-lambda ((x x) 1)) ; ERROR duplicate parameter
(case-lambda ((x) 1) ()) ; ERROR malformed case-lambda
(parameterize) ; ERROR malformed use of `parameterize`
(parameterize ((1)) 2) ; ERROR malformed use of `parameterize`
(parameterize (x) 2) ; ERROR malformed use of `parameterize`
(delay) ; ERROR malformed use of `delay`
(delay 1 2) ; ERROR malformed use of `delay`
(delay-force) ; ERROR malformed use of `delay-force`
(guard) ; ERROR malformed use of `guard`
(guard (e)) ; ERROR missing body
(guard 5 1) ; ERROR malformed use of `guard`
(guard (1) 2) ; ERROR malformed parameters
