(display "café") ; ERROR the text is not UTF-8
(display ÿ) ; ERROR the text is not UTF-8
