//! Measures the ClickHouse backend: the import of made-up datasets, their size, and the time of random queries in the
//! usual mix of operations. Queries are sent one after the other, straight to the server that it starts.
//!
//! `npm run bench:clickhouse -- [--questions N] [--data FOLDER] MENTIONS [MENTIONS …]`

#![expect(clippy::disallowed_methods, reason = "times are measured")]

use overheard::backend::clickhouse::{
    ClickHouse, Connection as _, HttpRequest, ServedTables, Servers, VersionTables, VersionWriter,
};
use overheard::base::text::TEXT_RULES;
use overheard::query::{DataBackend as _, DatasetVersion};
use overheard::segment::writer::ImportedRow;
use overheard_bench_data::Dataset;
use overheard_clickhouse::Server;
use overheard_sqlite::documents::{made_up, rows};
use overheard_sqlite::questions::{DatasetSample, checked, random_request};
use overheard_sqlite::reference;
use pollster::block_on;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use serde_json::Value;
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

/// The operations with their shares of the usual mix, which is that of `npm run bench:peer`.
const MIX: [(&str, usize); 5] =
    [("aggregate", 40), ("search", 20), ("creators", 10), ("co-mentions", 15), ("sector", 10)];
/// Mentions of the dataset that filter values are taken from. It has the names of every size.
const SAMPLE: u64 = 20_000;
const SEED: u64 = 7;
/// Rows that wait for the server.
const QUEUE: usize = 10_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (mut questions, mut sizes, mut folder) = (500, Vec::new(), None);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{text} is not a number"));
        match argument.as_str() {
            "--questions" => questions = arguments.next().map_or(questions, |text| number(text) as usize),
            "--data" => folder = arguments.next(),
            size => sizes.push(number(size)),
        }
    }
    let sample = DatasetSample::of(&reference::of(made_up(&Dataset::new(SAMPLE, SEED))));
    for mentions in sizes {
        let server = folder.map_or_else(Server::start, |folder| Server::start_in(&format!("{folder}/{mentions}")));
        measure(&server, &sample, mentions, questions);
    }
}

fn measure(server: &Server, sample: &DatasetSample, mentions: u64, questions: usize) {
    let served = served();
    let tables = "SELECT count() FROM system.tables WHERE database = currentDatabase() AND name LIKE 'mention_%'";
    if numbers(server, tables) == [0] {
        let began = Instant::now();
        import(server, &served.version, mentions);
        let seconds = began.elapsed().as_secs_f64();
        println!("{mentions} mentions: imported in {seconds:.0} s, {:.0} mentions a second", mentions as f64 / seconds);
    } else {
        println!("{mentions} mentions: imported before");
    }
    let parts =
        "SELECT sum(bytes_on_disk), count(), sum(rows) FROM system.parts WHERE active AND database = currentDatabase()";
    let [bytes, parts, rows] = numbers(server, parts);
    println!(
        "  {:.0} MB, {:.0} bytes a mention, {parts} parts, {rows} rows",
        bytes as f64 / 1e6,
        bytes as f64 / mentions as f64
    );
    print_columns(server, mentions);
    let backend = ClickHouse::new(server, served);
    let mut all = Vec::new();
    let mut refused = 0;
    for (operation, share) in MIX {
        let mut times = Vec::new();
        for seed in 0..(questions * share / 95) as u64 {
            let request = checked(operation, &random_request(operation, sample, &mut ChaCha8Rng::seed_from_u64(seed)));
            let began = Instant::now();
            if let Err(error) = block_on(backend.answer(&request)) {
                refused += 1;
                println!("  {operation}: {error:?}");
            }
            times.push(began.elapsed());
        }
        println!("  {operation}: {}", in_words(&mut times));
        all.extend(times);
    }
    let total: Duration = all.iter().sum();
    println!("  all: {}, {:.1} a second", in_words(&mut all), all.len() as f64 / total.as_secs_f64());
    println!("  {refused} refused, {} MB of memory at most", server.peak_memory() / 1_000_000);
}

/// Returns the only version of a server.
fn served() -> ServedTables {
    let version = DatasetVersion {
        generation: 1,
        revision: 0,
        version: "ds_00000001".to_owned(),
        published_at: "2026-01-01T00:00:00Z".to_owned(),
    };
    ServedTables { version, text_rules: TEXT_RULES }
}

/// Writes a dataset. Its rows are made in another thread.
fn import(server: &Server, version: &DatasetVersion, mentions: u64) {
    let (sender, receiver) = sync_channel::<ImportedRow>(QUEUE);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for row in rows(made_up(&Dataset::new(mentions, SEED))) {
                sender.send(row).expect("the rows are written");
            }
        });
        block_on(async {
            let mut writer = VersionWriter::create(server, VersionTables::from(version), Servers::One).await?;
            for row in receiver {
                writer.push(row.kind, &row.json).await?;
            }
            writer.finish().await
        })
    })
    .unwrap_or_else(|error| panic!("the version is written: {error:?}"));
}

/// Prints the largest columns and indexes.
fn print_columns(server: &Server, mentions: u64) {
    let sql = "SELECT name, sum(bytes) AS bytes FROM ( \
                 SELECT table || '.' || column AS name, column_data_compressed_bytes AS bytes \
                 FROM system.parts_columns WHERE active \
                 UNION ALL SELECT table || ', index ' || name, data_compressed_bytes FROM system.data_skipping_indices \
               ) GROUP BY name ORDER BY bytes DESC LIMIT 14";
    for row in select(server, sql) {
        let bytes = row[1].as_f64().expect("bytes") / mentions as f64;
        println!("    {}: {bytes:.0} bytes a mention", row[0].as_str().expect("a name"));
    }
}

/// Returns the row of a statement.
fn numbers<const N: usize>(server: &Server, sql: &str) -> [u64; N] {
    let row = select(server, sql).pop().expect("a row");
    let numbers: Vec<u64> = row.iter().map(|value| value.as_u64().expect("a number")).collect();
    numbers.try_into().expect("all numbers")
}

/// Returns the rows of a statement.
fn select(server: &Server, sql: &str) -> Vec<Vec<Value>> {
    let request = HttpRequest {
        query: "default_format=JSONCompactEachRow&output_format_json_quote_64bit_integers=0".to_owned(),
        content_type: "text/plain".to_owned(),
        body: sql.as_bytes().to_vec(),
    };
    let response = block_on(server.send(request)).expect("the server answers");
    let text = std::str::from_utf8(&response.body).expect("text");
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{text}"))).collect()
}

/// Returns the median, the 95th percentile and the maximum in milliseconds.
fn in_words(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |share: usize| times.get((times.len() * share / 100).min(times.len() - 1)).map_or(0, Duration::as_millis);
    format!("{} queries, p50 {} ms, p95 {} ms, at most {} ms", times.len(), at(50), at(95), at(100))
}
