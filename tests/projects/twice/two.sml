val who = "two"
