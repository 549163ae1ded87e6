//! Inserts rows on threads of their own, while the next rows are prepared.

use super::statement_sender::StatementSender;
use overheard::backend::clickhouse::HttpRequest;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

/// The number of insertions at the same time.
const THREADS: usize = 2;
/// The number of insertions that wait. More would only take memory.
const QUEUE: usize = 2;

/// The insertions that are under way.
pub struct InsertQueue {
    sender: SyncSender<HttpRequest>,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    progress: Mutex<Progress>,
    changed: Condvar,
}

#[derive(Default)]
struct Progress {
    /// Insertions that have not ended.
    open: usize,
    /// The first failure.
    failure: Option<String>,
}

impl InsertQueue {
    /// Starts the threads. They end with the queue.
    pub fn new(sender: StatementSender) -> Self {
        let (queue, requests) = sync_channel(QUEUE);
        let (requests, state) = (Arc::new(Mutex::new(requests)), Arc::<State>::default());
        for _ in 0..THREADS {
            let (sender, requests, state) = (sender.clone(), Arc::clone(&requests), Arc::clone(&state));
            thread::spawn(move || run(&sender, &requests, &state));
        }
        Self { sender: queue, state }
    }

    /// Adds an insertion. Fails if an earlier one has failed.
    pub fn add(&self, request: HttpRequest) -> Result<(), String> {
        self.state.change(|progress| match &progress.failure {
            Some(failure) => Err(failure.clone()),
            None => {
                progress.open += 1;
                Ok(())
            }
        })?;
        self.sender.send(request).map_err(|_| "insertions have ended".to_owned())
    }

    /// Waits until all insertions have ended. Fails if one has failed.
    pub fn wait(&self) -> Result<(), String> {
        let progress = self.state.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let progress = self.state.changed.wait_while(progress, |progress| progress.open > 0);
        match &progress.unwrap_or_else(PoisonError::into_inner).failure {
            Some(failure) => Err(failure.clone()),
            None => Ok(()),
        }
    }
}

impl State {
    fn change<T>(&self, change: impl FnOnce(&mut Progress) -> T) -> T {
        let result = change(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
        result
    }
}

fn run(sender: &StatementSender, requests: &Mutex<Receiver<HttpRequest>>, state: &State) {
    loop {
        let next = requests.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(request) = next else { return };
        let has_failed = state.change(|progress| progress.failure.is_some());
        let result = if has_failed { Ok(()) } else { sender.insert(&request) };
        state.change(|progress| {
            progress.open -= 1;
            if let Err(failure) = result {
                progress.failure.get_or_insert(failure);
            }
        });
    }
}
