//! Graphs whose nodes are numbers.

/// The strongly connected components that the roots reach, each after those that it leads to
/// (Tarjan, *Depth-First Search and Linear Graph Algorithms*), without recursion.
pub fn components(edges: &[Vec<usize>], roots: impl IntoIterator<Item = usize>) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let (mut number, mut low) = (vec![UNSEEN; edges.len()], vec![UNSEEN; edges.len()]);
    let mut placed = vec![false; edges.len()];
    let (mut stack, mut found) = (Vec::new(), Vec::new());
    let mut count = 0;
    for root in roots {
        let mut path = if number[root] == UNSEEN { vec![(root, 0)] } else { Vec::new() };
        while let Some((node, edge)) = path.pop() {
            if edge == 0 {
                number[node] = count;
                low[node] = count;
                count += 1;
                stack.push(node);
            }
            if let Some(target) = edges[node].get(edge) {
                path.push((node, edge + 1));
                if number[*target] == UNSEEN {
                    path.push((*target, 0));
                } else if !placed[*target] {
                    low[node] = low[node].min(number[*target]);
                }
                continue;
            }
            if low[node] == number[node] {
                let at = stack.iter().rposition(|n| *n == node);
                let component = stack.split_off(at.expect("a node is on the stack until placed"));
                component.iter().for_each(|n| placed[*n] = true);
                found.push(component);
            }
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(mut found: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        found.iter_mut().for_each(|component| component.sort_unstable());
        found
    }

    #[test]
    fn circles_are_components() {
        let edges = [vec![1], vec![2, 0], vec![3], vec![], vec![4, 0]];
        assert_eq!(sorted(components(&edges, 0..5)), [vec![3], vec![2], vec![0, 1], vec![4]]);
    }

    #[test]
    fn nodes_that_no_root_reaches_are_left_out() {
        let edges = [vec![1], vec![0], vec![0, 3], vec![2]];
        assert_eq!(sorted(components(&edges, [0])), [vec![0, 1]]);
        assert_eq!(sorted(components(&edges, [3, 0])), [vec![0, 1], vec![2, 3]]);
    }
}
