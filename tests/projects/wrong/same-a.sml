structure Same = struct end
