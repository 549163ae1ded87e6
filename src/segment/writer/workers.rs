//! Runs jobs on several cores and returns their results in order.

use super::WriteError;
use std::num::NonZero;
use std::sync::mpsc::sync_channel;
use std::thread;

/// The number of jobs that wait for a worker, and the number of results that it may be ahead. The limits bound memory,
/// and let other workers continue while one is slow.
const AHEAD: usize = 8;

/// Runs jobs on several cores and passes their results to `take` in the order of the jobs. Stops at the first error.
///
/// `produce` runs on a thread of its own. It gets a function that takes a job, and that returns false when no more are
/// needed. Its error comes after the results of the jobs before it.
pub(crate) fn pipeline<J: Send, T: Send, E: Send>(
    produce: impl FnOnce(&mut dyn FnMut(J) -> bool) -> Result<(), E> + Send,
    work: impl Fn(J) -> T + Sync,
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let work = &work;
    let mut produced = Ok(());
    let taken = thread::scope(|scope| {
        let begin = |_| {
            let (jobs, waiting) = sync_channel::<J>(AHEAD);
            let (results, done) = sync_channel(AHEAD);
            // Sending fails after an error, when the remaining jobs are not needed.
            scope.spawn(move || waiting.iter().try_for_each(|job| results.send(work(job))));
            (jobs, done)
        };
        let (jobs, done): (Vec<_>, Vec<_>) = (0..workers).map(begin).unzip();
        let produced = &mut produced;
        scope.spawn(move || {
            let mut workers = jobs.iter().cycle();
            *produced = produce(&mut |job| workers.next().is_some_and(|worker| worker.send(job).is_ok()));
        });
        // A worker ends after its last job, or by a panic, which the scope propagates.
        done.iter().cycle().map_while(|done| done.recv().ok()).try_for_each(take)
    });
    taken.and(produced)
}

/// Runs all jobs and passes their results to `take` in the order of the jobs. Stops at the first error.
pub(super) fn in_order<'j, J: Sync, T: Send>(
    jobs: &'j [J],
    work: impl Fn(&J) -> Result<T, WriteError> + Sync,
    mut take: impl FnMut(T) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    let produce = |add: &mut dyn FnMut(&'j J) -> bool| {
        jobs.iter().all(add);
        Ok(())
    };
    pipeline(produce, |job: &'j J| work(job), |done| take(done?))
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

    #[test]
    fn an_error_of_the_producer_comes_after_the_results_before_it() {
        let produce = |add: &mut dyn FnMut(u32) -> bool| {
            assert!((0..100).all(add));
            Err("end")
        };
        let mut taken = Vec::new();
        let done = pipeline(
            produce,
            |job| job,
            |job| {
                taken.push(job);
                Ok(())
            },
        );
        assert_eq!((done, taken), (Err("end"), (0..100).collect::<Vec<_>>()));
    }

    #[test]
    fn a_producer_stops_when_no_more_is_taken() {
        let produce = |add: &mut dyn FnMut(u32) -> bool| if (0..).all(add) { Ok(()) } else { Err("stopped") };
        assert_eq!(pipeline(produce, |job| job, |job| if job == 7 { Err("full") } else { Ok(()) }), Err("full"));
    }
}
