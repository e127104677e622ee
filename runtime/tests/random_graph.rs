//! A random program on mutable objects of all sizes, against a model.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::{Elem, Header};
use base::rng::Rng;
use common::*;
use kont_runtime::Config;
use kont_runtime::prim::*;

/// The model: node i has a number and edges.
struct Node {
    number: u64,
    edges: Vec<Option<usize>>,
}

/// All nodes are in an array in the first slot; element i is node i:
/// `[header, length, number node, edge...]` as an array of references.
fn node(m: &Mutator, i: usize) -> u64 {
    get(m.vp().save_ints[0], 2 + i)
}

fn step(m: &mut Mutator, model: &mut [Node], random: &mut Rng, sizes: &[usize]) {
    let i = random.below(model.len());
    if random.below(3) == 0 {
        let (number, size) = (random.below(1 << 30) as u64, sizes[random.below(sizes.len())]);
        let object =
            unsafe { kont_array_new(m.vproc, Header::array(Elem::Ref).0, size as i64 + 1, 1) };
        m.store(object, 2, number << 1 | 1);
        let nodes = m.vp().save_ints[0];
        m.store(nodes, 2 + i, object);
        if random.below(5) == 0 {
            unsafe { kont_id_hash(m.vproc, object) };
        }
        model[i] = Node { number, edges: vec![None; size] };
        // Others still point to the object that was node i: it is gone from the model, so cut them.
        for (j, other) in model.iter_mut().enumerate() {
            for (e, edge) in
                other.edges.iter_mut().enumerate().filter(|(_, edge)| **edge == Some(i))
            {
                *edge = None;
                m.store(node(m, j), 3 + e, 1);
            }
        }
    } else if !model[i].edges.is_empty() {
        let (e, to) = (random.below(model[i].edges.len()), random.below(model.len()));
        m.store(node(m, i), 3 + e, node(m, to));
        model[i].edges[e] = Some(to);
    }
}

fn verify(m: &Mutator, model: &[Node]) {
    for (i, expected) in model.iter().enumerate() {
        let object = node(m, i);
        assert_eq!(get(object, 2), expected.number << 1 | 1);
        for (e, edge) in expected.edges.iter().enumerate() {
            assert_eq!(get(object, 3 + e), edge.map_or(1, |to| node(m, to)));
        }
    }
}

fn run(config: Config, seed: u64, steps: usize, collect_every: usize, sizes: &[usize]) {
    let mut m = Mutator::with(config);
    let mut random = Rng::new(seed);
    let mut model: Vec<Node> = (0..60).map(|_| Node { number: 0, edges: vec![] }).collect();
    let empty = unsafe { kont_array_new(m.vproc, Header::array(Elem::Ref).0, 1, 1) };
    m.vp().save_ints[0] = unsafe { kont_array_new(m.vproc, Header::array(Elem::Ref).0, 60, empty) };
    for round in 0..steps {
        step(&mut m, &mut model, &mut random, sizes);
        if round % collect_every == 0 {
            if random.below(10) == 0 {
                m.collect_fully();
            } else {
                m.collect();
            }
            verify(&m, &model);
        }
        m.check();
    }
    verify(&m, &model);
    m.runtime.check_heap().expect("the heap is sound");
}

#[test]
fn small_objects() {
    run(config(), 1, 20_000, 50, &[0, 1, 2, 3, 10, 31]);
}

#[test]
fn objects_of_all_sizes() {
    run(config(), 2, 10_000, 100, &[0, 1, 5, 100, 4093, 4094, 5000]);
}

#[test]
fn under_stress() {
    run(Config { stress: true, ..config() }, 3, 3_000, 1000, &[0, 1, 2, 8, 4093, 4094]);
}

#[test]
fn in_a_tight_heap() {
    run(
        Config { heap_max: 16 << 20, nursery: 2 << 20, ..config() },
        4,
        20_000,
        997,
        &[0, 2, 50, 6000],
    );
}
