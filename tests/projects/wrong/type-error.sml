val fine = 1

val wrong = fine ^ "text"
