;;; Strings and symbols.
