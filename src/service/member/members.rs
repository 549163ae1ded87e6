//! The members of an account and their sessions, in tables of the account's Durable Object.

use super::login_throttle::LoginThrottle;
use super::rate_limit::MemberRateLimit;
use super::record::{CurrentSession, StoredMember, StoredSession, SubjectChange};
use super::secret::session_id;
use super::table::update_last_use;
use super::table::{
    MemberTable, bind_subject, delete_ended_sessions, delete_session, delete_subject_change, insert_session,
    upsert_member,
};
use super::{MAX_SESSIONS, MembersAnswer, MembersRefusal, MembersRequest, SessionProof, SignInProof};
use crate::service::credential::hashes_match;
use crate::service::meter::ledger::Tables;
use std::collections::BTreeMap;

/// Minimum seconds between two writes of a session's last use.
const USE_WRITE_INTERVAL: i64 = 60;

/// The members of an account. The caller runs one method at a time.
#[derive(Debug)]
pub struct MemberDirectory<T> {
    pub(super) table: MemberTable<T>,
    pub(super) rate_limit: MemberRateLimit,
    login_throttle: LoginThrottle,
    /// Unwritten last uses of sessions, by id.
    last_uses: BTreeMap<String, i64>,
}

/// A caller with a valid session.
#[derive(Debug, Clone)]
pub(super) struct SessionCaller {
    pub member: StoredMember,
    pub session: StoredSession,
}

impl<T: Tables> MemberDirectory<T> {
    /// Opens the members in some tables. Creates the tables if there are none.
    pub fn open(tables: T) -> Result<Self, String> {
        let (rate_limit, login_throttle, last_uses) =
            (MemberRateLimit::default(), LoginThrottle::default(), BTreeMap::new());
        Ok(Self { table: MemberTable::open(tables)?, rate_limit, login_throttle, last_uses })
    }

    /// Handles a message at a time in milliseconds since 1970.
    pub fn handle(&mut self, message: MembersRequest, now_ms: i64) -> Result<MembersAnswer, String> {
        let now = now_ms.div_euclid(1_000);
        match message {
            MembersRequest::SignIn { account, member, by, session, previous, address } => {
                let proof = SessionProof { member, hash: session };
                self.sign_in((&account, &by), proof, previous, &address, now)
            }
            MembersRequest::Act { proof, action } => match self.authenticate(&proof, now)? {
                None => Ok(refused(MembersRefusal::SignedOut)),
                Some(by) => self.act_for_member(by, action, now),
            },
            MembersRequest::Operate { action } => self.apply(None, action, now),
        }
    }

    /// Returns the caller of a valid session at a time in seconds since 1970, and updates the last use of the session.
    pub(super) fn authenticate(&mut self, proof: &SessionProof, now: i64) -> Result<Option<SessionCaller>, String> {
        let Some(mut session) = self.verified_session(proof)? else { return Ok(None) };
        if !session.is_valid_at(now) {
            return Ok(None);
        }
        let Some(member) = self.table.member(&session.member)? else { return Ok(None) };
        if now - session.used_at >= USE_WRITE_INTERVAL {
            self.last_uses.insert(session.id.clone(), now);
            session.used_at = now;
        }
        Ok(Some(SessionCaller { member, session }))
    }

    /// Returns the caller of a valid session at a time in milliseconds since 1970.
    pub fn current_session(&mut self, proof: &SessionProof, now_ms: i64) -> Result<Option<CurrentSession>, String> {
        self.authenticate(proof, now_ms.div_euclid(1_000))?.map(|by| by.current_session()).transpose()
    }

    /// Returns up to `limit` subject changes that KV does not have yet.
    pub fn pending_subjects(&self, limit: u32) -> Result<Vec<SubjectChange>, String> {
        self.table.pending_subjects(limit)
    }

    /// Records that KV has a subject change.
    pub fn confirm_subject(&self, change: &SubjectChange) -> Result<(), String> {
        self.table.write(vec![delete_subject_change(change)])
    }

    /// Returns true if there are unwritten changes.
    pub fn is_changed(&self) -> bool {
        !self.last_uses.is_empty()
    }

    /// Writes the last uses of sessions.
    pub fn write(&mut self) -> Result<(), String> {
        self.table.write(self.last_uses.iter().map(|(id, at)| update_last_use(id, *at)).collect())?;
        self.last_uses.clear();
        Ok(())
    }

    /// Returns the session of a proof, valid or ended. Compares hashes in constant time.
    pub(super) fn verified_session(&self, proof: &SessionProof) -> Result<Option<StoredSession>, String> {
        let Some(id) = session_id(&proof.hash) else { return Ok(None) };
        let found = self.find_session(&id)?;
        Ok(found.filter(|session| hashes_match(&session.hash, &proof.hash) && session.member == proof.member))
    }

    /// Finds a session by its id, with its last use.
    pub(super) fn find_session(&self, id: &str) -> Result<Option<StoredSession>, String> {
        Ok(self.table.session(id)?.map(|session| self.with_last_use(session)))
    }

    /// Returns the valid sessions of a member, or of all, at a time.
    pub(super) fn valid_sessions(&self, member: Option<&str>, now: i64) -> Result<Vec<StoredSession>, String> {
        let all = self.table.sessions(member)?.into_iter().map(|session| self.with_last_use(session));
        Ok(all.filter(|session| session.is_valid_at(now)).collect())
    }

    fn with_last_use(&self, session: StoredSession) -> StoredSession {
        let last_uses = self.last_uses.get(&session.id).copied().unwrap_or_default();
        StoredSession { used_at: session.used_at.max(last_uses), ..session }
    }

    /// Drops the unwritten last uses of deleted sessions.
    pub(super) fn drop_last_uses(&mut self, is_gone: impl Fn(&str) -> bool) {
        self.last_uses.retain(|id, _| !is_gone(id));
    }

    /// Creates a session. Consumes an invitation, and binds the subject of the identity provider to the member if there
    /// is one.
    fn sign_in(
        &mut self,
        (account, by): (&str, &SignInProof),
        proof: SessionProof,
        previous: Option<SessionProof>,
        address: &str,
        now: i64,
    ) -> Result<MembersAnswer, String> {
        // A repeated request after a lost response.
        if let Some(caller) = self.authenticate(&proof, now)? {
            return Ok(MembersAnswer::CurrentSession(Box::new(caller.current_session()?)));
        }
        if let Some(wait) = self.login_throttle.seconds_to_wait(address, now) {
            return Ok(refused(MembersRefusal::LoginThrottled { wait }));
        }
        let member = self.table.member(&proof.member)?.filter(|member| member.is_admitted_by(by, now));
        let (Some(member), Some(id)) = (member, session_id(&proof.hash)) else {
            self.login_throttle.record_failure(address, now);
            return Ok(refused(match by {
                SignInProof::Invitation { .. } => MembersRefusal::BadInvitation,
                SignInProof::Subject(_) => MembersRefusal::UnknownSubject,
            }));
        };
        let (member, changes) = match by {
            SignInProof::Invitation { subject, .. } => {
                let bound = subject.as_ref().map(|subject| bind_subject(account, &member.id, subject));
                let member = StoredMember { invitation: String::new(), invited_until: 0, ..member };
                (member.clone(), bound.into_iter().flatten().chain([upsert_member(member)]).collect())
            }
            // A subject can sign in many times, so the rate limit applies.
            SignInProof::Subject(_) => match self.rate_limit.count(&member.id, now) {
                Some(wait) => return Ok(refused(MembersRefusal::RateLimited { wait })),
                None => (member, Vec::new()),
            },
        };
        let session = StoredSession { id, member: member.id.clone(), hash: proof.hash, created_at: now, used_at: now };
        // Unwritten last uses may keep sessions from ending, so they are written first.
        self.write()?;
        let sessions = self.valid_sessions(Some(&member.id), now)?;
        let mut statements: Vec<_> =
            [delete_ended_sessions(now)].into_iter().chain(changes).chain([insert_session(&session)]).collect();
        // The newest sessions come first.
        statements.extend(sessions.iter().skip(MAX_SESSIONS - 1).map(|oldest| delete_session(&oldest.id)));
        if let Some(previous) = previous
            && let Some(previous) = self.verified_session(&previous)?
        {
            statements.push(delete_session(&previous.id));
        }
        self.table.write(statements)?;
        Ok(MembersAnswer::CurrentSession(Box::new(SessionCaller { member, session }.current_session()?)))
    }
}

impl SessionCaller {
    /// Returns the member and the session for answers.
    pub fn current_session(&self) -> Result<CurrentSession, String> {
        Ok(CurrentSession { member: self.member.summary(), session: self.session.details(&self.member, true)? })
    }
}

pub(super) fn refused(why: MembersRefusal) -> MembersAnswer {
    MembersAnswer::Refused(why)
}
