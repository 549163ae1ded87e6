//! The spool of rows returns what was written to it.

use overheard::segment::writer::{FileSpool, Spool};
use std::fs::File;

fn gives_back_what_it_keeps(mut spool: impl Spool) {
    let large = vec![b'x'; 1 << 20];
    let rows: [&[u8]; 4] = [b"one", &large, b"", b"last"];
    let places: Vec<(u64, usize)> = rows.iter().map(|row| (spool.append(row).unwrap(), row.len())).collect();
    let mut read = Vec::new();
    for (row, (offset, length)) in rows.iter().zip(&places).rev() {
        spool.read(*offset, *length, &mut read).unwrap();
        assert_eq!(read, *row);
    }
    let after = spool.append(b"more").unwrap();
    spool.read(after, 4, &mut read).unwrap();
    assert_eq!(read, b"more");
    assert!(spool.read(after, 5, &mut read).is_err());
}

#[test]
fn memory_gives_back_what_it_keeps() {
    gives_back_what_it_keeps(Vec::new());
}

#[test]
fn a_file_gives_back_what_it_keeps() {
    let path = std::env::temp_dir().join(format!("overheard-spool-{}", std::process::id()));
    let file = File::options().read(true).write(true).create(true).truncate(true).open(&path).unwrap();
    gives_back_what_it_keeps(FileSpool::new(file));
    std::fs::remove_file(path).unwrap();
}
