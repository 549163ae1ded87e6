//! Runs jobs on several cores and returns their results in order.

use super::WriteError;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// The number of results that a worker may be ahead. The limit bounds memory, and lets other workers continue while one
/// is slow.
const AHEAD: usize = 8;

/// Runs all jobs and passes their results to `take` in the order of the jobs. Stops at the first error.
pub(super) fn in_order<J: Sync, T: Send>(
    jobs: &[J],
    work: impl Fn(&J) -> Result<T, WriteError> + Sync,
    mut take: impl FnMut(T) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(jobs.len());
    let work = &work;
    thread::scope(|scope| {
        let begin = |first: usize| -> Receiver<Result<T, WriteError>> {
            let (sender, receiver) = sync_channel(AHEAD);
            scope.spawn(move || {
                // Sending fails after an error, when the remaining jobs are not needed.
                let mut jobs = jobs.iter().skip(first).step_by(workers);
                jobs.try_for_each(|job| sender.send(work(job)))
            });
            receiver
        };
        let receivers: Vec<_> = (0..workers).map(begin).collect();
        for receiver in receivers.iter().cycle().take(jobs.len()) {
            // A worker stops early only by a panic, which the scope propagates.
            let Ok(done) = receiver.recv() else { break };
            take(done?)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let jobs: Vec<u32> = (0..100).collect();
        let mut results = Vec::new();
        let done = in_order(
            &jobs,
            |job| Ok(job * 2),
            |result| {
                results.push(result);
                Ok(())
            },
        );
        done.unwrap();
        assert_eq!(results, jobs.iter().map(|job| job * 2).collect::<Vec<_>>());
        in_order(&[0_u32; 0], |_| Ok(()), |()| Ok(())).unwrap();
    }

    #[test]
    fn an_error_ends_the_work() {
        let jobs: Vec<u32> = (0..1_000).collect();
        let fail = |job: &u32| if *job == 7 { Err(WriteError::TooMany("jobs".into())) } else { Ok(*job) };
        let mut taken = 0;
        let done = in_order(&jobs, fail, |_| {
            taken += 1;
            Ok(())
        });
        assert!(matches!(done, Err(WriteError::TooMany(_))));
        assert_eq!(taken, 7);
        let refuse = |_| Err(WriteError::Sink("full".into()));
        assert!(matches!(in_order(&jobs, |_| Ok(()), refuse), Err(WriteError::Sink(_))));
    }
}
