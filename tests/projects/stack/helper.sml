val id = Helper.id
