(quasiquote) ; ERROR malformed quasiquote
(quasiquote 1 2) ; ERROR malformed quasiquote
(quote) ; ERROR malformed quote
(quote 1 2) ; ERROR malformed quote
(unquote 1) ; ERROR misplaced keyword
(unquote-splicing 1) ; ERROR misplaced keyword
`,@(list 1) ; ERROR misplaced unquote-splicing
