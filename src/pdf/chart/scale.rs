//! Axes with steps of 1, 2 or 5 times a power of ten, and zero among them.

/// An axis: a whole number of steps, from `first` to `last`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    step: f64,
    first: i64,
    last: i64,
    /// The number of decimals of the steps.
    pub(super) decimals: usize,
}

impl Scale {
    /// Creates an axis that contains all values, with about `steps` steps.
    pub(super) fn of(values: impl Iterator<Item = f64>, steps: u32) -> Self {
        let (low, high) = values.fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        let span = if high > low { high - low } else { 1.0 };
        let high = if high > low { high } else { low + 1.0 };
        let (step, decimals) = step(span / f64::from(steps.max(1)));
        Self { step, first: (low / step).floor() as i64, last: (high / step).ceil() as i64, decimals }
    }

    /// Returns the values of the grid lines.
    pub(super) fn ticks(self) -> impl Iterator<Item = f64> {
        (self.first..=self.last).map(move |tick| tick as f64 * self.step)
    }

    /// Returns the relative position of a value, from 0 at the beginning to 1 at the end.
    pub(super) fn part(self, value: f64) -> f32 {
        let (first, last) = (self.first as f64 * self.step, self.last as f64 * self.step);
        ((value - first) / (last - first)).clamp(0.0, 1.0) as f32
    }
}

/// Returns the smallest step that is not below `least`, and its decimals. Powers of ten are multiplied, which gives the
/// same result on every machine.
fn step(least: f64) -> (f64, usize) {
    let (mut power, mut decimals) = (1.0, 0);
    while power > least && decimals < 6 {
        decimals += 1;
        power = 1.0 / (1..=decimals).fold(1.0, |product, _| product * 10.0);
    }
    while power * 10.0 <= least {
        power *= 10.0;
    }
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| power * factor >= least);
    match factor {
        Some(factor) => (power * factor, decimals),
        None => (power * 10.0, decimals.saturating_sub(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::Scale;

    fn ticks(values: &[f64]) -> Vec<f64> {
        Scale::of(values.iter().copied(), 5).ticks().collect()
    }

    #[test]
    fn steps_are_round_and_have_zero() {
        assert_eq!(ticks(&[3.0, 97.0]), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(&[-0.31, 0.42]), [-0.4, -0.2, 0.0, 0.2, 0.4, 0.6000000000000001]);
        assert_eq!(ticks(&[-5.0]), [-5.0, -4.0, -3.0, -2.0, -1.0, 0.0]);
        assert_eq!(ticks(&[0.0]), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(ticks(&[]).len(), 6);
        assert!(ticks(&[1e300]).len() < 12 && ticks(&[1e-300]).len() < 12);
    }
}
