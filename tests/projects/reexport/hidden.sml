structure Hidden = struct val yes = Bool.toString true end
