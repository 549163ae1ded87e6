//! Computes the version of a dataset.

use super::{Hashes, Table};
use crate::base::text::TEXT_RULES;
use crate::spec::Index;
use crate::spec::answer::Content;
use sha2::{Digest, Sha256};

impl Content {
    /// Computes the content of a dataset from the number of records and the sum of hashes of each index: videos,
    /// snapshots, mentions. `aliases` is the digest of the aliases of brands.
    ///
    /// The version is `ds_` and 8 hexadecimal digits of SHA-256 over these and the version of the text rules. It is the
    /// same for the same records in any order.
    pub(crate) fn of(of: [(u64, Hashes); 3], aliases: Option<&str>) -> Self {
        let indices = [Index::Info, Index::ContentCreator, Index::BusinessIdeas];
        let sums = indices.iter().zip(&of).map(|(index, (documents, Hashes { high, low }))| {
            format!("{}:{documents}:{high}:{low}", Table::of_documents(*index).name())
        });
        // Under other text rules or aliases the same records have other answers.
        let aliases = aliases.map(|digest| format!("aliases:{digest}"));
        let sums: Vec<String> = sums.chain([format!("text:{TEXT_RULES}")]).chain(aliases).collect();
        let digest = Sha256::digest(sums.join("\n"));
        let digits: String = digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        let [(videos, _), (snapshots, _), (mentions, _)] = of;
        Self { version: format!("ds_{digits}"), videos, snapshots, mentions }
    }
}
