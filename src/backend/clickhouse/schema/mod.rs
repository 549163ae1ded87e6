//! The tables of a version: their names, and the statements that create and drop them.

use super::sql::Sql;
use crate::base::text::ITEM_SEPARATOR;
use crate::query::DatasetVersion;
use crate::segment::RowKind;
use crate::spec::Index;

const VERSION: &str = include_str!("0001_version.sql");
const LOADING: &str = include_str!("loading.sql");
/// The columns of records, by placeholder.
const COLUMNS: [(&str, &str); 3] = [
    ("{video}", include_str!("video.sql")),
    ("{snapshot}", include_str!("snapshot.sql")),
    ("{mention}", include_str!("mention.sql")),
];

/// The numbers of a version, which are part of the names of its tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct VersionTables {
    /// The number of the generation.
    pub generation: u32,
    /// The number of the revision.
    pub revision: u32,
}

impl From<&DatasetVersion> for VersionTables {
    fn from(version: &DatasetVersion) -> Self {
        Self { generation: version.generation, revision: version.revision }
    }
}

/// The servers that hold the tables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Servers {
    /// One server, or a service that replicates by itself.
    #[default]
    One,
    /// A cluster, by its name in the servers' configuration. Its replicas have the same tables.
    Cluster(String),
}

impl VersionTables {
    /// Returns the table of an index's records.
    pub(super) fn of_index(self, index: Index) -> String {
        self.of_kind(RowKind::of(index))
    }

    /// Returns the table of a kind of records.
    pub(super) fn of_kind(self, kind: RowKind) -> String {
        self.named(kind.name())
    }

    /// Returns the table of names.
    pub(super) fn terms(self) -> String {
        self.named("term")
    }

    /// Returns the table of names' forms that an import fills.
    pub(super) fn loading_forms(self) -> String {
        self.named("loading_form")
    }

    /// Returns the table that an import fills with rows of a kind.
    pub(super) fn loading(self, kind: RowKind) -> String {
        self.named(&format!("loading_{}", kind.name()))
    }

    fn named(self, table: &str) -> String {
        format!("{table}_{}_{}", self.generation, self.revision)
    }

    /// Returns the statements that create the tables, and those that an import fills.
    pub(super) fn creation(self, servers: &Servers) -> Vec<Sql> {
        [VERSION, LOADING].iter().flat_map(|script| self.script(script, servers)).collect()
    }

    /// Returns the statements that drop the tables that an import fills.
    pub(super) fn dropping_loaded(self, servers: &Servers) -> Vec<Sql> {
        self.dropping(LOADING, servers)
    }

    /// Returns the statements that drop all tables of the version that exist.
    pub(super) fn dropping_all(self, servers: &Servers) -> Vec<Sql> {
        [VERSION, LOADING].iter().flat_map(|script| self.dropping(script, servers)).collect()
    }

    fn dropping(self, script: &str, servers: &Servers) -> Vec<Sql> {
        let drop = |table| Sql::new(format!("DROP TABLE IF EXISTS {}{} SYNC", self.named(table), servers.clause()));
        tables_of(script).map(drop).collect()
    }

    /// Returns the statements that wait until all replicas have the rows of the version.
    pub(super) fn synchronisation(self, servers: &Servers) -> Vec<Sql> {
        match servers {
            Servers::One => Vec::new(),
            Servers::Cluster(_) => {
                let wait = |table| Sql::new(format!("SYSTEM SYNC REPLICA{} {}", servers.clause(), self.named(table)));
                tables_of(VERSION).map(wait).collect()
            }
        }
    }

    /// Returns the names of the tables that queries read.
    pub(super) fn names(self) -> Vec<String> {
        tables_of(VERSION).map(|table| self.named(table)).collect()
    }

    /// Returns the version of a table's name. `None` if it is not the name of a version's table.
    pub(super) fn of_table(name: &str) -> Option<Self> {
        let (rest, revision) = name.rsplit_once('_')?;
        let (table, generation) = rest.rsplit_once('_')?;
        let version = Self { generation: generation.parse().ok()?, revision: revision.parse().ok()? };
        let is_known = [VERSION, LOADING].into_iter().flat_map(tables_of).any(|known| known == table);
        (is_known && version.named(table) == name).then_some(version)
    }

    fn script(self, script: &str, servers: &Servers) -> Vec<Sql> {
        let lines: Vec<&str> = script.lines().filter(|line| !line.starts_with("--")).collect();
        let version = format!("{}_{}", self.generation, self.revision);
        let fill = |statement: &str| {
            let mut text = statement.to_owned();
            for (placeholder, columns) in COLUMNS {
                text = text.replace(placeholder, columns.trim_end());
            }
            let text = text.replace("{version}", &version).replace("{separator}", ITEM_SEPARATOR);
            Sql::new(text.replace("{family}", servers.engine_family()).replace("{cluster}", &servers.clause()))
        };
        lines.join("\n").split(';').map(str::trim).filter(|statement| !statement.is_empty()).map(fill).collect()
    }
}

/// Returns the names of the tables that a script creates, without the numbers of a version.
fn tables_of(script: &str) -> impl Iterator<Item = &str> {
    let lines = script.lines().filter_map(|line| line.strip_prefix("CREATE TABLE ")?.split_once("_{version}"));
    lines.map(|(table, _)| table)
}

impl Servers {
    /// Returns the clause with the cluster. The name is a quoted identifier.
    fn clause(&self) -> String {
        match self {
            Self::One => String::new(),
            Self::Cluster(name) => {
                let name: String = name.chars().filter(|character| !matches!(character, '`' | '\\')).collect();
                format!(" ON CLUSTER `{name}`")
            }
        }
    }

    fn engine_family(&self) -> &'static str {
        match self {
            Self::One => "",
            Self::Cluster(_) => "Replicated",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: VersionTables = VersionTables { generation: 3, revision: 1 };
    /// The columns that the writer adds.
    const DERIVED: [&str; 4] = ["tokens", "creator_id", "public_id", "indexed_seconds"];

    fn texts(statements: &[Sql]) -> Vec<&str> {
        statements.iter().map(Sql::text).collect()
    }

    #[test]
    fn every_column_of_a_row_is_a_column_of_its_table_in_the_same_order() {
        for kind in RowKind::ALL.into_iter().filter(|kind| *kind != RowKind::Deletion) {
            let placeholder = format!("{{{}}}", kind.name());
            let (_, columns) = COLUMNS.iter().find(|(of, _)| *of == placeholder).unwrap();
            let names: Vec<&str> = columns.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
            let names: Vec<&str> = names.into_iter().filter(|name| !DERIVED.contains(name)).collect();
            assert_eq!(names, kind.columns());
        }
    }

    #[test]
    fn searched_columns_are_joined() {
        let script = TABLES.creation(&Servers::One);
        for index in Index::ALL {
            let start = format!("CREATE TABLE {} ", TABLES.of_index(index));
            let create = texts(&script).into_iter().find(|text| text.starts_with(&start)).unwrap().to_owned();
            for column in index.entry().full_text {
                assert_eq!(create.matches(&format!("search_{column}")).count(), 3, "{column} of {}", index.name());
            }
        }
    }

    #[test]
    fn the_version_of_a_table_is_in_its_name() {
        for name in TABLES.names().into_iter().chain(["loading_form_3_1".to_owned()]) {
            assert_eq!(VersionTables::of_table(&name), Some(TABLES), "{name}");
        }
        for name in ["video", "video_3", "other_3_1", "video_03_1", "video_3_-1", "video_3_1_", "my_video_3_1"] {
            assert_eq!(VersionTables::of_table(name), None, "{name}");
        }
    }

    #[test]
    fn tables_of_a_cluster_are_replicated() {
        let cluster = Servers::Cluster("main`;".to_owned());
        let creation = TABLES.creation(&cluster);
        for text in texts(&creation) {
            assert!(text.contains("_3_1 ON CLUSTER `main;` ("), "{text}");
            assert!(text.contains("ENGINE = ReplicatedMergeTree"), "{text}");
            assert!(!text.contains('{'), "{text}");
        }
        let dropping = TABLES.dropping_all(&cluster);
        assert_eq!(dropping.len(), creation.len());
        assert_eq!(dropping.first().map(Sql::text), Some("DROP TABLE IF EXISTS video_3_1 ON CLUSTER `main;` SYNC"));
        assert_eq!(TABLES.dropping_loaded(&Servers::One).len(), 5);
        let waiting = TABLES.synchronisation(&cluster);
        assert_eq!(waiting.len(), TABLES.names().len());
        assert_eq!(waiting.first().map(Sql::text), Some("SYSTEM SYNC REPLICA ON CLUSTER `main;` video_3_1"));
    }
}
