//! Statistics of repeated measurements: the median and the spread.

/// The middle value, or the mean of the two middle ones.
pub(super) fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// Half the distance between the quartiles, relative to the median. Half of
/// the measurements lie about this close to it; a few bad ones do not matter.
pub(super) fn spread(values: &[f64]) -> f64 {
    let middle = median(values);
    if middle == 0.0 {
        return 0.0;
    }
    (quantile(values, 0.75) - quantile(values, 0.25)) / 2.0 / middle
}

/// The ratio of what was measured in the same round, for each round. The two
/// ran one after the other, so that what slows the machine down slows both.
pub(super) fn ratios(ours: &[f64], theirs: &[f64]) -> Vec<f64> {
    ours.iter().zip(theirs).map(|(a, b)| a / b).collect()
}

/// The mean of ratios: twice as fast and half as fast make one.
pub(super) fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values {
        sum += value.ln();
        count += 1.0;
    }
    (sum / count).exp()
}

/// The value below which a share of the values lies, linear between neighbours.
fn quantile(values: &[f64], share: f64) -> f64 {
    assert!(!values.is_empty(), "a quantile of nothing");
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = share * (sorted.len() - 1) as f64;
    let (low, high) = (place.floor() as usize, place.ceil() as usize);
    sorted[low] + (sorted[high] - sorted[low]) * (place - low as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(&[3.0]), 3.0);
        assert_eq!(median(&[9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn spread_is_half_the_interquartile_range() {
        assert_eq!(spread(&[10.0, 10.0, 10.0]), 0.0);
        // Quartiles 9 and 11.
        assert_eq!(spread(&[8.0, 9.0, 10.0, 11.0, 12.0]), 0.1);
    }

    #[test]
    fn one_bad_run_moves_neither() {
        let good = [10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0];
        let mut bad = good;
        bad[4] = 1000.0;
        assert_eq!((median(&good), spread(&good)), (median(&bad), spread(&bad)));
    }

    #[test]
    fn geometric_means() {
        assert!((geometric_mean([2.0, 0.5].into_iter()) - 1.0).abs() < 1e-12);
        assert!((geometric_mean([1.0, 4.0, 16.0].into_iter()) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn ratios_are_by_round() {
        assert_eq!(ratios(&[2.0, 9.0], &[1.0, 3.0]), [2.0, 3.0]);
    }
}
