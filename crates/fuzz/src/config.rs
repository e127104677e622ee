//! The sizes of programs and the mixture of their contents.

use base::rng::Rng;

/// The properties of a generated program.
#[derive(Clone, Debug)]
pub struct Config {
    /// Functions of the module, besides the entry and helpers; at most.
    pub functions: usize,
    /// Parts of the entry, each with a handler of its own; at most.
    pub sections: usize,
    /// Bindings written for a function or section; about.
    pub size: usize,
    /// The deepest nesting of bodies in a function.
    pub depth: u32,
    /// The number of times that a program calls a function it knows nothing of, or throws to a
    /// continuation that may lead back.
    pub fuel: u64,
    /// Steps that a call of a function may take, as counted when it is written.
    pub cost: u64,
    /// True if it has a loop of some thousand rounds.
    pub long_loop: bool,
    /// The frequencies of kinds of bindings.
    pub weights: Weights,
}

/// The frequencies of kinds of bindings, in relation to one another.
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

impl Config {
    /// One of many: each seed leaves some kinds of bindings out and has more of
    /// others (Groce et al., *Swarm Testing*). A program that has
    /// everything has little of each.
    pub fn varied(seed: u64) -> Config {
        let mut rng = Rng::new(seed ^ 0x0073_7761_726d);
        let mut config = Config { long_loop: seed % 10 == 9, ..Config::default() };
        if rng.chance(40) {
            return config;
        }
        let w = &mut config.weights;
        let all = [
            &mut w.prim,
            &mut w.data,
            &mut w.call,
            &mut w.unknown_call,
            &mut w.callcc,
            &mut w.handle,
            &mut w.funs,
            &mut w.cont,
        ];
        for weight in all {
            *weight *= rng.pick(&[0, 1, 1, 2, 4]);
        }
        config.functions = rng.pick(&[1, 3, 5, 8]);
        config.sections = rng.pick(&[1, 3, 6]);
        config.size = rng.pick(&[12, 30, 50]);
        config.depth = rng.pick(&[2, 3, 4, 5]);
        config.fuel = rng.pick(&[0, 10, 24, 80]);
        config.cost = rng.pick(&[300, 600, 3000]);
        config
    }
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
            long_loop: false,
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
