;;; The variables of libraries that evaluated code may use. What they are is known when everything
;;; else is that the program reaches.

;; The libraries: (NAME VARIABLES KEYWORDS), the variables pairs of a symbol and a value, the
;; keywords pairs of a symbol and the word that the language has for it. They are those that calls
;; of `environment` name and those of the program; or all, if a call names libraries that are not
;; written out.
(define (%libraries) (%exports))

;; Variables of our own that the compiler of evaluated code may want: pairs of a symbol and a value.
(define (%internal-variables) (%internals))
