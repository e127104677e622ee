(define |a b 1) ; ERROR the symbol is not closed
