//! Compares every query of the Account API about mentions with an independent computation over the same records.

mod support;
mod versions;

use overheard::backend::columnar::ViewSizes;
use overheard::spec::Index;
use overheard_bench_data::Dataset;
use overheard_oracle::random_account;
use overheard_sqlite::accounts::{known_since, left_to_its_video, oracle};
use overheard_sqlite::documents::{comparable_lines, folder, made_up, rows};
use overheard_sqlite::scripts::in_many_scripts;
use overheard_sqlite::{SqliteDatabase, packed};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use support::OracleFixture;

/// Accounts per dataset, and queries of each operation to each of them: a hundred of each.
const ACCOUNTS: u64 = 10;
const QUESTIONS: u64 = 10;
/// Accounts of the large dataset. There, the oracle takes longer for each answer.
const FULL_ACCOUNTS: u64 = 4;
/// Mentions of the made-up dataset, which always exists.
const MADE_UP_MENTIONS: u64 = 4_000;
/// Sizes with which views have tens of rows.
const SMALL: ViewSizes = ViewSizes { batch: 1_500, scan: 10_000, chunk: 200, small: 4, top: 100 };

fn agree(lines: impl Iterator<Item = (Index, String)>, sizes: ViewSizes, accounts: u64) {
    let lines: Vec<(Index, String)> = lines.map(known_since).collect();
    let fixture = OracleFixture { oracle: &oracle(&lines), database: &SqliteDatabase::migrated(), sizes };
    packed::import(fixture.database, rows(lines));
    for seed in 0..accounts {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let account = random_account(fixture.oracle, &mut rng);
        fixture.agree(&account, QUESTIONS, &mut rng);
    }
}

#[test]
fn answers_over_made_up_documents_agree() {
    let lines: Vec<_> = in_many_scripts(made_up(&Dataset::new(MADE_UP_MENTIONS, 1))).collect();
    agree(lines.into_iter().enumerate().map(left_to_its_video), ViewSizes::default(), ACCOUNTS);
}

#[test]
fn answers_over_the_small_dataset_agree() {
    folder("small").into_iter().for_each(|folder| agree(comparable_lines(&folder), SMALL, ACCOUNTS));
}

#[test]
fn answers_over_the_full_dataset_agree() {
    folder("full").into_iter().for_each(|folder| agree(comparable_lines(&folder), SMALL, FULL_ACCOUNTS));
}
