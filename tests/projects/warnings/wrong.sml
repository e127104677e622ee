val wrong : int = "no"
