//! A dry run: rows go nowhere, and served videos are asked for when a mention needs one, if an edge can be asked.

use super::prepare::Outside;
use super::progress::Progress;
use super::served::ServedAt;
use crate::dataset;
use crate::edge::Edge;
use overheard::ingest::Videos;
use overheard::segment::SegmentRow;
use std::collections::BTreeSet;

/// What a dry run reaches.
pub struct Dry<'a> {
    /// The edge whose videos count, if one runs.
    pub edge: Option<Edge>,
    pub progress: &'a Progress,
}

impl Outside for Dry<'_> {
    fn take(&mut self, _row: &SegmentRow) -> anyhow::Result<()> {
        Ok(())
    }

    fn learn_served(&mut self, ids: &BTreeSet<String>, videos: &mut Videos) -> anyhow::Result<bool> {
        let Some(edge) = &self.edge else { return Ok(false) };
        let learned = learn(edge, ids, videos);
        if let Err(error) = &learned {
            self.progress.say(format!("Videos that are not among the files are not checked: {error:#}"));
        }
        Ok(learned.is_ok())
    }
}

fn learn(edge: &Edge, ids: &BTreeSet<String>, videos: &mut Videos) -> anyhow::Result<()> {
    let Some(served) = dataset::fetch(edge)?.served else { return Ok(()) };
    ServedAt::new(edge, &served).learn_videos(ids, videos)
}
