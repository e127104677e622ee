structure Other = struct end
structure Same = struct end
