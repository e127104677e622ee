//! How large programs are and what is in them.

/// What a generated program is like.
#[derive(Clone, Debug)]
pub struct Config {
    /// Functions of the module, besides the entry and helpers; at most.
    pub functions: usize,
    /// Parts of the entry, each with a handler of its own; at most.
    pub sections: usize,
    /// Bindings written for a function or section; about.
    pub size: usize,
    /// How deep bodies are nested in a function.
    pub depth: u32,
    /// How often a program calls a function that it knows nothing of, or throws
    /// to a continuation that may lead back.
    pub fuel: u64,
    /// Steps that a call of a function may take, as counted when it is written.
    pub cost: u64,
    /// How often kinds of bindings occur.
    pub weights: Weights,
}

/// How often kinds of bindings occur, in relation to one another.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Weights {
    pub prim: u32,
    pub data: u32,
    pub call: u32,
    pub unknown_call: u32,
    pub callcc: u32,
    pub handle: u32,
    pub funs: u32,
    pub cont: u32,
    pub report: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            functions: 5,
            sections: 4,
            size: 30,
            depth: 3,
            fuel: 24,
            cost: 600,
            weights: Weights::default(),
        }
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            prim: 40,
            data: 40,
            call: 14,
            unknown_call: 8,
            callcc: 5,
            handle: 8,
            funs: 6,
            cont: 4,
            report: 16,
        }
    }
}
