structure Hidden = struct type number = int end
