//! The tables of members, of what they are known by, of sessions and views. An object that lacks them, from before there were any, makes them.

use super::record::{StoredMember, StoredSession, SubjectNews};
use super::{IDLE_FOR, SESSION_FOR};
use crate::service::meter::ledger::{Tables, record};
use crate::sql::{Param, Sql, Statement};
use serde::Deserialize;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS member (id TEXT PRIMARY KEY, label TEXT NOT NULL, role TEXT NOT NULL, created_at INTEGER NOT NULL, invitation TEXT NOT NULL, invited_until INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS member_session (id TEXT PRIMARY KEY, member TEXT NOT NULL, hash TEXT NOT NULL, created_at INTEGER NOT NULL, used_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS member_session_member ON member_session (member);
CREATE TABLE IF NOT EXISTS member_subject (member TEXT PRIMARY KEY, account TEXT NOT NULL, subject TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS subject_news (subject TEXT NOT NULL, member TEXT NOT NULL, account TEXT NOT NULL, is_bound INTEGER NOT NULL, PRIMARY KEY (subject, member)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS member_view (member TEXT PRIMARY KEY, revision INTEGER NOT NULL, views TEXT NOT NULL) WITHOUT ROWID;
";
const MEMBER: &str = "SELECT id, label, role, created_at, invitation, invited_until, coalesce((SELECT subject FROM member_subject \
                      WHERE member_subject.member = member.id), '') AS subject FROM member";
const SESSION: &str = "SELECT id, member, hash, created_at, used_at FROM member_session";

/// The views of a member, as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct StoredViews {
    pub revision: u64,
    pub views: String,
}

/// The tables.
#[derive(Debug)]
pub(super) struct MemberTable<T>(T);

impl<T: Tables> MemberTable<T> {
    pub fn open(tables: T) -> Result<Self, String> {
        for statement in Sql::script(TABLES) {
            tables.run(statement)?;
        }
        Ok(Self(tables))
    }

    pub fn member(&self, id: &str) -> Result<Option<StoredMember>, String> {
        let mut sql = Sql::new(MEMBER);
        sql.push(" WHERE id = ").bind(id);
        Ok(self.rows(sql)?.pop())
    }

    /// All members, in the order in which they were made.
    pub fn members(&self) -> Result<Vec<StoredMember>, String> {
        let mut sql = Sql::new(MEMBER);
        sql.push(" ORDER BY created_at, id");
        self.rows(sql)
    }

    pub fn session(&self, id: &str) -> Result<Option<StoredSession>, String> {
        let mut sql = Sql::new(SESSION);
        sql.push(" WHERE id = ").bind(id);
        Ok(self.rows(sql)?.pop())
    }

    /// The sessions of a member, or of all, the latest first.
    pub fn sessions(&self, member: Option<&str>) -> Result<Vec<StoredSession>, String> {
        let mut sql = Sql::new(SESSION);
        if let Some(member) = member {
            sql.push(" WHERE member = ").bind(member);
        }
        sql.push(" ORDER BY created_at DESC, id");
        self.rows(sql)
    }

    pub fn views(&self, member: &str) -> Result<Option<StoredViews>, String> {
        let mut sql = Sql::new("SELECT revision, views FROM member_view WHERE member = ");
        sql.bind(member);
        Ok(self.rows(sql)?.pop())
    }

    /// What KV was not told yet of subjects: so many at most, and those first that are nobody's any more.
    pub fn subject_news(&self, most: u32) -> Result<Vec<SubjectNews>, String> {
        let mut sql =
            Sql::new("SELECT subject, member, account, is_bound FROM subject_news ORDER BY is_bound, subject");
        sql.push(" LIMIT ").bind(most);
        self.rows(sql)
    }

    /// Runs statements: all of them, or none.
    pub fn write(&self, statements: Vec<Statement>) -> Result<(), String> {
        match statements.len() {
            0 => Ok(()),
            _ => self.0.run_all(statements),
        }
    }

    fn rows<R: serde::de::DeserializeOwned>(&self, sql: Sql) -> Result<Vec<R>, String> {
        self.0.run(sql.finish())?.into_iter().map(record).collect()
    }
}

/// Keeps a member as it is now.
pub(super) fn keep_member(member: StoredMember) -> Statement {
    let StoredMember { id, label, role, created_at, invitation, invited_until, subject: _ } = member;
    let sql = "INSERT OR REPLACE INTO member (id, label, role, created_at, invitation, invited_until) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let role = role.name();
    let params: [Param; 6] =
        [id.into(), label.into(), role.into(), created_at.into(), invitation.into(), invited_until.into()];
    Statement::new(sql, params)
}

/// Forgets a member with all that there is of it.
pub(super) fn forget_member(id: &str) -> Vec<Statement> {
    [
        "INSERT OR REPLACE INTO subject_news (subject, member, account, is_bound) \
         SELECT subject, member, account, 0 FROM member_subject WHERE member = ?1",
        "DELETE FROM member_subject WHERE member = ?1",
        "DELETE FROM member WHERE id = ?1",
        "DELETE FROM member_session WHERE member = ?1",
        "DELETE FROM member_view WHERE member = ?1",
    ]
    .map(|sql| Statement::new(sql, [id.into()]))
    .into()
}

/// Keeps by what a member is known, in place of what was before. It is the one member of the account that is known by it.
pub(super) fn bind_subject(account: &str, member: &str, subject: &str) -> Vec<Statement> {
    let of_both = || [Param::from(member), Param::from(subject)];
    let of_all = || [Param::from(member), Param::from(subject), Param::from(account)];
    vec![
        Statement::new(
            "INSERT OR REPLACE INTO subject_news (subject, member, account, is_bound) SELECT subject, member, account, 0 \
             FROM member_subject WHERE (member = ?1) <> (subject = ?2)",
            of_both(),
        ),
        Statement::new("DELETE FROM member_subject WHERE member = ?1 OR subject = ?2", of_both()),
        Statement::new("INSERT INTO member_subject (member, subject, account) VALUES (?1, ?2, ?3)", of_all()),
        Statement::new(
            "INSERT OR REPLACE INTO subject_news (member, subject, account, is_bound) VALUES (?1, ?2, ?3, 1)",
            of_all(),
        ),
    ]
}

/// Forgets what KV knows now, unless it has changed meanwhile.
pub(super) fn forget_news(news: &SubjectNews) -> Statement {
    let sql = "DELETE FROM subject_news WHERE subject = ?1 AND member = ?2 AND is_bound = ?3";
    Statement::new(sql, [news.subject.as_str().into(), news.member.as_str().into(), u32::from(news.is_bound).into()])
}

pub(super) fn keep_session(session: &StoredSession) -> Statement {
    let StoredSession { id, member, hash, created_at, used_at } = session.clone();
    let sql = "INSERT INTO member_session (id, member, hash, created_at, used_at) VALUES (?1, ?2, ?3, ?4, ?5)";
    let params: [Param; 5] = [id.into(), member.into(), hash.into(), created_at.into(), used_at.into()];
    Statement::new(sql, params)
}

pub(super) fn use_session(id: &str, at: i64) -> Statement {
    Statement::new("UPDATE member_session SET used_at = max(used_at, ?2) WHERE id = ?1", [id.into(), at.into()])
}

pub(super) fn forget_session(id: &str) -> Statement {
    Statement::new("DELETE FROM member_session WHERE id = ?1", [id.into()])
}

/// Forgets the sessions that are over at a time.
pub(super) fn forget_over(now: i64) -> Statement {
    let sql = "DELETE FROM member_session WHERE created_at <= ?1 OR used_at <= ?2";
    Statement::new(sql, [Param::from(now - SESSION_FOR), Param::from(now - IDLE_FOR)])
}

pub(super) fn keep_views(member: &str, StoredViews { revision, views }: StoredViews) -> Statement {
    let sql = "INSERT OR REPLACE INTO member_view (member, revision, views) VALUES (?1, ?2, ?3)";
    Statement::new(sql, [member.into(), revision.into(), views.into()])
}
