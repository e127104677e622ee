;;; Values as text.
