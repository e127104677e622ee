;;; Numbers as text.
