(cond-expand ((not) 1)) ; ERROR malformed requirement
(cond-expand 5) ; ERROR malformed cond-expand
(cond-expand ((library) 1)) ; ERROR malformed requirement
(cond-expand ((or 5) 1)) ; ERROR malformed requirement
