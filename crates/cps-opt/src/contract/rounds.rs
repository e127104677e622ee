//! Rounds over the module.
//!
//! A function of the module is rebuilt in the first round, after a round that changed it, and
//! when one that it mentions is called once only or has another name. In any other it would
//! come out as it went in: what happens to a body depends on the uses of its own variables and
//! on the uses of the module's functions. Of the latter each function has a list, so that a round
//! walks over what may change and over these lists.

use super::Contract;
use cps::walk::Use;
use cps::{Fun, Var};
use rustc_hash::FxHashMap;

/// Most rounds; seldom more than five are needed.
const MAX_ROUNDS: usize = 12;

/// The uses of other functions of the module in one of them.
type Mentions = Vec<(Var, Use)>;

/// The state of the functions between rounds.
struct Rounds {
    /// The module's functions, and what each mentions of them.
    mentions: FxHashMap<Var, Mentions>,
    /// The functions that the last round changed.
    dirty: Vec<Var>,
}

impl Contract<'_> {
    /// Repeats rounds while something changes.
    pub(super) fn rounds(&mut self) {
        let names: Vec<Var> = self.module.funs.iter().map(|fun| fun.name).collect();
        let mentions = names.iter().map(|name| (*name, Mentions::new())).collect();
        let mut rounds = Rounds { mentions, dirty: names };
        for _ in 0..MAX_ROUNDS {
            let before = self.changed;
            self.round(&mut rounds);
            if self.changed == before {
                break;
            }
        }
    }

    fn round(&mut self, rounds: &mut Rounds) {
        self.census.clear();
        self.uses.clear();
        self.internal.clear();
        // What still waits was called in dead code only.
        self.waiting_funs.clear();
        self.waiting_conts.clear();
        let mut funs = std::mem::take(&mut self.module.funs);
        let mut counted: FxHashMap<Var, bool> = funs.iter().map(|fun| (fun.name, false)).collect();
        rounds.dirty.iter().for_each(|name| _ = counted.insert(*name, true));
        for fun in funs.iter().filter(|fun| counted[&fun.name]) {
            let mentions = self.count_own(fun, rounds);
            rounds.mentions.insert(fun.name, mentions);
        }
        self.drop_unreachable(&mut funs, rounds);
        self.count_mentions(&funs, rounds);
        let stay = self.staying(funs);
        self.count_waiting(&counted, rounds);
        for fun in &stay {
            if !counted[&fun.name] && self.mentions_gone(&rounds.mentions[&fun.name]) {
                self.count_own(fun, rounds);
                counted.insert(fun.name, true);
            }
        }
        rounds.dirty.clear();
        for fun in stay {
            let (name, before) = (fun.name, self.changed);
            // Another name for what it mentions is no change of its own.
            let renamed = self.mentions_gone(&rounds.mentions[&name]);
            let fun = if counted[&name] { self.fun(fun) } else { fun };
            if renamed || self.changed > before {
                rounds.dirty.push(name);
            }
            self.module.funs.push(fun);
        }
    }

    /// Counts the uses of a function's own variables; gives those of the module's functions.
    fn count_own(&mut self, fun: &Fun, rounds: &Rounds) -> Mentions {
        let mut mentions = Mentions::new();
        fun.body.each_use(&mut |v, how| {
            if rounds.mentions.contains_key(&v) {
                mentions.push((v, how));
            } else {
                self.census[v].add(how);
            }
        });
        mentions
    }

    /// Counts the uses of the module's functions.
    fn count_mentions(&mut self, funs: &[Fun], rounds: &Rounds) {
        for (v, how) in funs.iter().flat_map(|fun| &rounds.mentions[&fun.name]) {
            self.census[*v].add(*how);
        }
        for v in self.module.roots() {
            self.census[v].add(Use::Value);
        }
    }

    /// Counts the uses in functions that wait and were not counted.
    fn count_waiting(&mut self, counted: &FxHashMap<Var, bool>, rounds: &Rounds) {
        let waiting = std::mem::take(&mut self.waiting_funs);
        for fun in waiting.values().filter(|fun| !counted[&fun.name]) {
            self.count_own(fun, rounds);
        }
        self.waiting_funs = waiting;
    }

    /// True if one of the mentioned functions was replaced, or waits for its only call.
    fn mentions_gone(&self, mentions: &Mentions) -> bool {
        let gone = |v: &Var| self.waiting_funs.contains_key(v) || self.subst[*v].is_some();
        mentions.iter().any(|(v, _)| gone(v))
    }

    /// Drops the functions that no root reaches.
    fn drop_unreachable(&mut self, funs: &mut Vec<Fun>, rounds: &Rounds) {
        let mut live: FxHashMap<Var, bool> = funs.iter().map(|fun| (fun.name, false)).collect();
        let mut reached: Vec<Var> = Vec::new();
        let reach = |v: Var, live: &mut FxHashMap<Var, bool>, reached: &mut Vec<Var>| {
            if let Some(live) = live.get_mut(&v)
                && !*live
            {
                *live = true;
                reached.push(v);
            }
        };
        for v in self.module.roots() {
            reach(v, &mut live, &mut reached);
        }
        while let Some(v) = reached.pop() {
            rounds.mentions[&v].iter().for_each(|(v, _)| reach(*v, &mut live, &mut reached));
        }
        let before = funs.len();
        funs.retain(|fun| live[&fun.name]);
        for _ in funs.len()..before {
            self.count("dead function");
        }
    }
}
