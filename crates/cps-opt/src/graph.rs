//! Dominators of small graphs.

/// The immediate dominator of each node that `root` reaches; the root's is
/// itself (Cooper, Harvey and Kennedy, *A Simple, Fast Dominance Algorithm*).
pub(crate) fn dominators(edges: &[Vec<usize>], root: usize) -> Vec<Option<usize>> {
    let order = postorder(edges, root);
    let mut rank = vec![0; edges.len()];
    order.iter().enumerate().for_each(|(i, v)| rank[*v] = i);
    let mut preds = vec![Vec::new(); edges.len()];
    for v in &order {
        edges[*v].iter().for_each(|w| preds[*w].push(*v));
    }
    let mut idom: Vec<Option<usize>> = vec![None; edges.len()];
    idom[root] = Some(root);
    let mut changed = true;
    while changed {
        changed = false;
        for v in order.iter().rev().filter(|v| **v != root) {
            let mut new: Option<usize> = None;
            for p in &preds[*v] {
                if idom[*p].is_some() {
                    new = Some(new.map_or(*p, |q| meet(&idom, &rank, *p, q)));
                }
            }
            if idom[*v] != new {
                idom[*v] = new;
                changed = true;
            }
        }
    }
    idom
}

fn meet(idom: &[Option<usize>], rank: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while rank[a] < rank[b] {
            a = idom[a].unwrap_or(b);
        }
        while rank[b] < rank[a] {
            b = idom[b].unwrap_or(a);
        }
    }
    a
}

fn postorder(edges: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut seen = vec![false; edges.len()];
    let mut order = Vec::new();
    let mut work = vec![(root, 0)];
    seen[root] = true;
    while let Some((v, i)) = work.pop() {
        match edges[v].get(i) {
            None => order.push(v),
            Some(w) => {
                work.push((v, i + 1));
                if !seen[*w] {
                    seen[*w] = true;
                    work.push((*w, 0));
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_paths_pass_dominates() {
        // 0 -> 1, 2; both -> 3; 3 <-> 4; 5 is not reached.
        let edges = vec![vec![1, 2], vec![3], vec![3], vec![4], vec![3], vec![0]];
        let expected = [Some(0), Some(0), Some(0), Some(0), Some(3), None];
        assert_eq!(dominators(&edges, 0), expected);
    }
}
