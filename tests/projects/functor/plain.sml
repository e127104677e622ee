structure Shown = Show (val n = 12)
