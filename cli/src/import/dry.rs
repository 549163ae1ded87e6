//! A dry run: rows go nowhere, and served videos are asked for when a mention needs one, if an edge can be asked.

use super::prepare::Outside;
use super::progress::Progress;
use crate::dataset;
use crate::edge::Edge;
use crate::export::Export;
use overheard::catalog::Index;
use overheard::ingest::{Row, VideoFacts, Videos};

/// What a dry run reaches.
pub struct Dry<'a> {
    /// The edge whose videos count, if one runs.
    pub edge: Option<Edge>,
    pub progress: &'a Progress,
}

impl Outside for Dry<'_> {
    fn take(&mut self, _row: &Row) -> anyhow::Result<()> {
        Ok(())
    }

    fn learn_served(&mut self, videos: &mut Videos) -> anyhow::Result<bool> {
        let Some(edge) = &self.edge else { return Ok(false) };
        let learned = learn(edge, videos);
        if let Err(error) = &learned {
            self.progress.say(format!("Videos that are not among the files are not checked: {error:#}"));
        }
        Ok(learned.is_ok())
    }
}

fn learn(edge: &Edge, videos: &mut Videos) -> anyhow::Result<()> {
    let Some(served) = dataset::fetch(edge)?.served else { return Ok(()) };
    Export::new(edge, &served).documents(Index::Info, |row| {
        if let Some(facts) = VideoFacts::of(&row) {
            // Those of the files come in the place of what is served.
            videos.insert_unknown(&facts);
        }
        Ok(())
    })
}
