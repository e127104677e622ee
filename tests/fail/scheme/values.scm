(let-values) ; ERROR malformed let-values
(let-values ((a 1 2)) a) ; ERROR malformed let-values
(let-values (((a a) (values 1 2))) a) ; ERROR duplicate parameter
(let-values (((a) 1) ((a) 2)) a) ; ERROR duplicate parameter
(let-values (((1) 1)) a) ; ERROR malformed parameters
(let*-values ((a)) a) ; ERROR malformed let*-values
