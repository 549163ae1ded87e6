//! The tables of members, subjects, sessions and views. An object from before these tables existed creates them.

use super::record::{StoredMember, StoredSession, SubjectChange};
use super::{IDLE_SECONDS, SESSION_SECONDS};
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

/// The tables of members, subjects, sessions and views.
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

    /// Returns all members, the oldest first.
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

    /// Returns the sessions of a member, or of all, the newest first.
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

    /// Returns up to `limit` subject changes that KV does not have yet. Ended bindings come first.
    pub fn pending_subjects(&self, limit: u32) -> Result<Vec<SubjectChange>, String> {
        let mut sql =
            Sql::new("SELECT subject, member, account, is_bound FROM subject_news ORDER BY is_bound, subject");
        sql.push(" LIMIT ").bind(limit);
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

/// Writes a member in place of its stored version.
pub(super) fn upsert_member(member: StoredMember) -> Statement {
    let StoredMember { id, label, role, created_at, invitation, invited_until, subject: _ } = member;
    let sql = "INSERT OR REPLACE INTO member (id, label, role, created_at, invitation, invited_until) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let role = role.name();
    let params: [Param; 6] =
        [id.into(), label.into(), role.into(), created_at.into(), invitation.into(), invited_until.into()];
    Statement::new(sql, params)
}

/// Deletes a member with its subject, sessions and views.
pub(super) fn delete_member(id: &str) -> Vec<Statement> {
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

/// Binds a subject to a member. Ends the earlier bindings of both.
pub(super) fn bind_subject(account: &str, member: &str, subject: &str) -> Vec<Statement> {
    let both = || [Param::from(member), Param::from(subject)];
    let all = || [Param::from(member), Param::from(subject), Param::from(account)];
    vec![
        Statement::new(
            "INSERT OR REPLACE INTO subject_news (subject, member, account, is_bound) SELECT subject, member, account, 0 \
             FROM member_subject WHERE (member = ?1) <> (subject = ?2)",
            both(),
        ),
        Statement::new("DELETE FROM member_subject WHERE member = ?1 OR subject = ?2", both()),
        Statement::new("INSERT INTO member_subject (member, subject, account) VALUES (?1, ?2, ?3)", all()),
        Statement::new(
            "INSERT OR REPLACE INTO subject_news (member, subject, account, is_bound) VALUES (?1, ?2, ?3, 1)",
            all(),
        ),
    ]
}

/// Deletes a subject change that KV has, unless the row has changed in the meantime.
pub(super) fn delete_subject_change(change: &SubjectChange) -> Statement {
    let sql = "DELETE FROM subject_news WHERE subject = ?1 AND member = ?2 AND is_bound = ?3";
    Statement::new(
        sql,
        [change.subject.as_str().into(), change.member.as_str().into(), u32::from(change.is_bound).into()],
    )
}

pub(super) fn insert_session(session: &StoredSession) -> Statement {
    let StoredSession { id, member, hash, created_at, used_at } = session.clone();
    let sql = "INSERT INTO member_session (id, member, hash, created_at, used_at) VALUES (?1, ?2, ?3, ?4, ?5)";
    let params: [Param; 5] = [id.into(), member.into(), hash.into(), created_at.into(), used_at.into()];
    Statement::new(sql, params)
}

pub(super) fn update_last_use(id: &str, at: i64) -> Statement {
    Statement::new("UPDATE member_session SET used_at = max(used_at, ?2) WHERE id = ?1", [id.into(), at.into()])
}

pub(super) fn delete_session(id: &str) -> Statement {
    Statement::new("DELETE FROM member_session WHERE id = ?1", [id.into()])
}

/// Deletes the sessions that have ended at a time.
pub(super) fn delete_ended_sessions(now: i64) -> Statement {
    let sql = "DELETE FROM member_session WHERE created_at <= ?1 OR used_at <= ?2";
    Statement::new(sql, [Param::from(now - SESSION_SECONDS), Param::from(now - IDLE_SECONDS)])
}

pub(super) fn upsert_views(member: &str, StoredViews { revision, views }: StoredViews) -> Statement {
    let sql = "INSERT OR REPLACE INTO member_view (member, revision, views) VALUES (?1, ?2, ?3)";
    Statement::new(sql, [member.into(), revision.into(), views.into()])
}
