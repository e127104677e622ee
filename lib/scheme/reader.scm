;;; Text as data.
