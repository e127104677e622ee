(display ' ; ERROR the list is not closed
