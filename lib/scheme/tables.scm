;;; Hash tables.
