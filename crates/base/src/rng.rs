//! Pseudo-random numbers for generated programs and tests: the same seed gives the same numbers
//! on every machine.

/// A number prime to 2^64 whose bits look random: the golden ratio's.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The generator SplitMix64 (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number
/// Generators*).
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng { state: seed.wrapping_mul(GAMMA) ^ 0x6b6f_6e74 }
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        let bits = mix(self.state);
        self.state = self.state.wrapping_add(GAMMA);
        bits
    }

    /// A number below `n`, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        (((self.bits() >> 32) * n as u64) >> 32) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in this many of a hundred cases.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }

    /// One of several, each as likely.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// One of several, by weight.
    pub fn weighted<T: Copy>(&mut self, items: &[(u32, T)]) -> T {
        let total: u32 = items.iter().map(|(weight, _)| weight).sum();
        let mut at = self.below(total as usize) as u32;
        for (weight, item) in items {
            if at < *weight {
                return *item;
            }
            at -= weight;
        }
        unreachable!("the number is below the sum of the weights")
    }
}

/// The bits of a number, mixed so that neighbours have nothing in common: the first number of
/// SplitMix64 from this state.
pub fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(GAMMA);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_paper() {
        // From state 0, as its authors' program prints them.
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(GAMMA), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn a_seed_gives_the_same_numbers_everywhere() {
        let mut rng = Rng::new(1);
        let numbers: Vec<usize> = (0..8).map(|_| rng.below(1000)).collect();
        assert_eq!(numbers, {
            let mut again = Rng::new(1);
            (0..8).map(|_| again.below(1000)).collect::<Vec<_>>()
        });
        assert!((0..1000).all(|_| Rng::new(rng.bits()).below(7) < 7));
    }

    #[test]
    fn weights_are_kept() {
        let mut rng = Rng::new(2);
        let ones = (0..10_000).filter(|_| rng.weighted(&[(9, 0), (1, 1)]) == 1).count();
        assert!((800..1200).contains(&ones), "{ones}");
    }
}
