//! Delays mentions until their videos are known.
//!
//! A served video is looked up together with the videos of many other mentions, because each lookup takes a request.

use super::{Mention, MentionOutcome, ServedVideos, Videos};
use std::collections::BTreeSet;

/// The most mentions that wait for a lookup.
const MAX_WAITING: usize = 5_000;

/// The mentions of an import that wait for a lookup of their videos, each with a context of the caller.
#[derive(Debug)]
pub struct MentionQueue<C> {
    waiting: Vec<(Mention, C)>,
    /// The result of the lookups that need not be repeated; `None` if unknown videos must be looked up.
    served: Option<ServedVideos>,
}

impl<C> MentionQueue<C> {
    /// Creates an empty queue. Without `looks_up`, the videos of the files are the only ones that exist.
    pub fn new(looks_up: bool) -> Self {
        Self { waiting: Vec::new(), served: (!looks_up).then_some(ServedVideos::Known) }
    }

    /// Returns true if a mention has to wait: its video is unknown, or an earlier mention waits. Mentions are therefore
    /// decided in the order of the file.
    pub fn must_wait(&self, mention: &Mention, videos: &Videos) -> bool {
        let is_decidable = self.served.is_some() || videos.contains(&mention.video_id);
        !is_decidable || !self.waiting.is_empty()
    }

    /// Adds a mention that has to wait.
    pub fn push(&mut self, mention: Mention, context: C) {
        self.waiting.push((mention, context));
    }

    /// Returns true if the waiting mentions should be decided before others are added.
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= MAX_WAITING
    }

    /// Returns the ids of the videos to look up before the waiting mentions are decided. Empty if no lookup is needed.
    pub fn unknown_videos(&self, videos: &Videos) -> BTreeSet<String> {
        let ids = self.waiting.iter().map(|(mention, _)| &mention.video_id);
        ids.filter(|id| self.served.is_none() && !videos.contains(id)).cloned().collect()
    }

    /// Records that served videos cannot be looked up. Mentions of unknown videos then stay unchecked.
    pub fn cannot_look_up(&mut self) {
        self.served = Some(ServedVideos::NotChecked);
    }

    /// Removes all waiting mentions, in the order in which they were added.
    pub fn take(&mut self) -> Vec<(Mention, C)> {
        std::mem::take(&mut self.waiting)
    }

    /// Decides on a mention by its video, which was looked up if that was possible.
    pub fn decide(&self, mention: &Mention, videos: &Videos) -> MentionOutcome {
        videos.decide(&mention.video_id, &mention.claims, self.served.unwrap_or(ServedVideos::Known))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Claims, VideoFacts, row::deletion};
    use super::*;
    use crate::spec::Index;

    fn mention(video_id: &str) -> Mention {
        let row = deletion(Index::BusinessIdeas, "m");
        Mention { row, video_id: video_id.to_owned(), claims: Claims::default() }
    }

    fn facts(video_id: &str) -> VideoFacts {
        VideoFacts {
            video_id: video_id.to_owned(),
            upload_date: "2026-01-31".to_owned(),
            platform: "youtube".to_owned(),
            channel_name: None,
            channel_uid: None,
        }
    }

    #[test]
    fn a_mention_waits_for_its_video_and_for_those_before_it() {
        let mut videos = Videos::default();
        videos.insert(&facts("known"));
        let mut queue = MentionQueue::new(true);
        assert!(!queue.must_wait(&mention("known"), &videos));
        assert!(queue.must_wait(&mention("served"), &videos));
        queue.push(mention("served"), 1);
        assert!(queue.must_wait(&mention("known"), &videos));
        queue.push(mention("known"), 2);
        assert_eq!(queue.unknown_videos(&videos), BTreeSet::from(["served".to_owned()]));
        videos.insert(&facts("served"));
        assert!(queue.unknown_videos(&videos).is_empty());
        assert_eq!(queue.take().into_iter().map(|(_, context)| context).collect::<Vec<_>>(), [1, 2]);
        assert!(!queue.must_wait(&mention("known"), &videos));
        // Each unknown video is looked up, also after a successful lookup.
        assert!(queue.must_wait(&mention("other"), &videos));
    }

    #[test]
    fn nothing_waits_where_nothing_can_be_looked_up() {
        let videos = Videos::default();
        let alone = MentionQueue::<()>::new(false);
        assert!(!alone.must_wait(&mention("v"), &videos));
        assert!(matches!(alone.decide(&mention("v"), &videos), MentionOutcome::Refused(_)));
        let mut queue = MentionQueue::new(true);
        queue.push(mention("v"), ());
        queue.cannot_look_up();
        assert!(queue.unknown_videos(&videos).is_empty());
        assert_eq!(queue.decide(&mention("v"), &videos), MentionOutcome::NotChecked);
        assert_eq!(queue.take().len(), 1);
        assert!(!queue.must_wait(&mention("v"), &videos));
    }

    #[test]
    fn a_full_queue_is_to_be_decided() {
        let mut queue = MentionQueue::new(true);
        for _ in 1..MAX_WAITING {
            queue.push(mention("v"), ());
        }
        assert!(!queue.is_full());
        queue.push(mention("v"), ());
        assert!(queue.is_full());
    }
}
