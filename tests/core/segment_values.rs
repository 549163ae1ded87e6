//! Small values of the storage formats: their size, and refused inputs.

use overheard::segment::{
    Column, Facet, Hashes, Lookup, MISSING, Part, Table, TermEntry, Tuples, delta_words_id, delta_words_ids, pack,
    pack_counts, unpack_counts, unpack_documents, unpack_lengths,
};
use overheard::spec::Index;
use overheard::spec::answer::Content;

#[test]
fn spaced_numbers_in_order_take_about_a_byte_each() {
    let numbers: Vec<i64> = (0..8_000).map(|rank| (rank * 16 + rank % 7) * 4_096).collect();
    assert!(pack(&numbers).len() < 8_000 * 4 / 3 + 32);
}

#[test]
fn a_constant_takes_next_to_nothing() {
    assert!(pack(&[77; 8_000]).len() < 8_000 / 64);
}

#[test]
fn every_field_of_a_request_lies_in_a_column() {
    for index in Index::ALL {
        for field in index.entry().fields {
            let column = Column::of_field(index, field);
            assert!(column.is_some_and(|column| column.is_of(index)), "{}", field.name);
            let is_list = column.is_some_and(Column::is_list);
            assert_eq!(is_list, field.multi, "{}", field.name);
        }
    }
}

#[test]
fn a_version_has_a_form() {
    let content = |version: &str| Content { version: version.to_owned(), videos: 0, snapshots: 0, mentions: 0 };
    assert!(content("ds_0123abcf").is_well_formed());
    for wrong in ["", "ds_", "ds_0123ABCF", "ds_0123abc", "ds_0123abcfe", "0123abcf", "ds_0123abcg"] {
        assert!(!content(wrong).is_well_formed(), "{wrong}");
    }
}

#[test]
fn a_word_is_in_a_row_of_its_import() {
    for word in ["mnight", "vcream", "d2024"] {
        let (first, last) = delta_words_ids(7);
        assert!((first..=last).contains(&delta_words_id(7, word)));
        assert!(!(first..=last).contains(&delta_words_id(8, word)));
    }
    assert_eq!(Part::of_key("bnight"), Some(Part::MentionBrand));
    assert_eq!(Part::of_key(""), None);
}

#[test]
fn no_word_has_the_key_of_a_facet() {
    let key = Facet::Value("sentiment", "positive").key(Index::BusinessIdeas);
    assert_eq!(key, "M:sentiment:positive");
    let parts = Index::ALL.into_iter().flat_map(Part::of);
    assert!(parts.map(|part| part.key("")).all(|letter| !key.starts_with(&letter)));
    assert!(Facet::Month(24_280).key(Index::Info) < Facet::Month(100_000).key(Index::Info));
}

#[test]
fn only_tables_and_columns_that_fit_are_read() {
    let rows = |table: &str, column: &str| {
        let wanted = Lookup::Rows { table: table.into(), first: 1, last: 2, columns: vec![column.into()] };
        wanted.statement(7, 0).map(|statement| statement.sql)
    };
    assert!(
        rows("page", "day").unwrap().contains("json_array(id, n, day) AS row FROM page_7 WHERE id BETWEEN ?1 AND ?2")
    );
    assert_eq!(rows("page", "day) FROM x--"), None);
    assert_eq!(rows("mention", "body"), None);
    assert_eq!(rows("sqlite_master", "sql"), None);
    assert_eq!(Lookup::Ids { table: "page".into(), ids: Vec::new() }.statement(7, 0), None);
}

#[test]
fn tuples_name_their_values() {
    let platforms = vec!["tiktok".to_owned(), "youtube".to_owned()];
    let tuples = Tuples::new([
        ("platform", platforms.clone(), vec![Some(0), Some(1), Some(1)]),
        ("category", vec!["Beauty".to_owned()], vec![Some(0), None, Some(0)]),
    ]);
    let tuples: Tuples = serde_json::from_str(&serde_json::to_string(&tuples).unwrap()).unwrap();
    assert_eq!(tuples.len(), 3);
    assert_eq!(tuples.field("platform").unwrap(), (platforms.as_slice(), vec![0, 1, 1]));
    assert_eq!(tuples.field("category").unwrap().1, [0, MISSING, 0]);
    assert!(tuples.field("country").is_err());
}

#[test]
fn tuples_of_others_come_behind() {
    let text = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>();
    let of = |platforms: &[&str], platform: Vec<Option<usize>>, categories: &[&str], category| {
        Tuples::new([("platform", text(platforms), platform), ("category", text(categories), category)])
    };
    let tuples = of(&["tiktok", "youtube"], vec![Some(0), Some(1)], &["Beauty"], vec![Some(0), None]);
    let others =
        of(&["instagram", "youtube"], vec![Some(1), Some(0), Some(1)], &["Auto"], vec![None, Some(0), Some(0)]);
    let (all, numbers) = tuples.extended(&others).unwrap();
    assert_eq!((all.len(), numbers), (4, vec![1, 2, 3]));
    assert_eq!(
        all.field("platform").unwrap(),
        (text(&["instagram", "tiktok", "youtube"]).as_slice(), vec![1, 2, 0, 2])
    );
    assert_eq!(all.field("category").unwrap(), (text(&["Auto", "Beauty"]).as_slice(), vec![1, MISSING, 0, 0]));
}

#[test]
fn hashes_are_added_and_taken_back() {
    let mut hashes = Hashes::default();
    [0xffff_ffff_ffff, 7, 1 << 24].into_iter().for_each(|hash| hashes.add(hash));
    assert_eq!(hashes, Hashes { high: 0x0100_0000, low: 0x0100_0006 });
    hashes.remove(0xffff_ffff_ffff);
    assert_eq!(hashes, Hashes { high: 1, low: 7 });
}

#[test]
fn tables_say_what_their_columns_are() {
    assert_eq!(
        Table::Mention.definition(7).create().sql,
        "CREATE TABLE IF NOT EXISTS mention_7 (num INTEGER PRIMARY KEY, id TEXT NOT NULL, video INTEGER NOT NULL, \
         body BLOB NOT NULL)"
    );
    assert_eq!(
        Table::Term.definition(7).create().sql,
        "CREATE TABLE IF NOT EXISTS term (generation INTEGER NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, \
         PRIMARY KEY (generation, key)) WITHOUT ROWID"
    );
}

#[test]
fn no_table_has_a_column_twice() {
    for table in Table::ALL {
        let mut columns = table.columns();
        columns.sort_unstable();
        columns.dedup();
        assert_eq!(columns.len(), table.columns().len(), "{}", table.name());
    }
}

#[test]
fn empty_parts_of_a_term_take_no_space() {
    let term = TermEntry { brands: vec![(4_096, "cinder beauty".to_owned(), 7)], ..TermEntry::default() };
    let body = serde_json::to_string(&term).unwrap();
    assert_eq!(body, r#"{"brands":[[4096,"cinder beauty",7]]}"#);
    assert_eq!(serde_json::from_str::<TermEntry>(&body).unwrap(), term);
}

#[test]
fn impossible_values_of_words_are_refused() {
    assert!(unpack_documents(&pack(&[3, 3]), 2).is_err());
    assert!(unpack_counts(&pack_counts(&[1, 0]), 2).is_err());
    assert!(unpack_lengths(&pack(&[12, 0]), 2).is_err());
}
