(if) ; ERROR malformed if
(if #t) ; ERROR malformed if
(if 1 2 3 4) ; ERROR malformed if
(if . 1) ; ERROR misplaced dot
