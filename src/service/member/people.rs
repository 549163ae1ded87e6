//! The members of an account and their sessions, in tables of the account's own object.

use super::pace::Pace;
use super::record::{SignedIn, StoredMember, StoredSession, SubjectNews};
use super::secret::session_id;
use super::table::use_session;
use super::table::{MemberTable, bind_subject, forget_news, forget_over, forget_session, keep_member, keep_session};
use super::tries::Tries;
use super::{Entrance, MAX_SESSIONS, MembersAnswer, MembersRefusal, MembersRequest, SessionProof};
use crate::service::credential::same_hash;
use crate::service::meter::ledger::Tables;
use std::collections::BTreeMap;

/// Minimum seconds between two writes of a session's last use.
const USE_IS_KEPT_EVERY: i64 = 60;

/// The members. Every method is one step: whoever calls them lets none begin before another one has ended.
#[derive(Debug)]
pub struct Members<T> {
    pub(super) table: MemberTable<T>,
    pub(super) pace: Pace,
    tries: Tries,
    /// Unwritten last uses of sessions, by id.
    used: BTreeMap<String, i64>,
}

/// A caller with a valid session.
#[derive(Debug, Clone)]
pub(super) struct Admitted {
    pub member: StoredMember,
    pub session: StoredSession,
}

impl<T: Tables> Members<T> {
    /// Opens the members in some tables. Creates the tables if there are none.
    pub fn open(tables: T) -> Result<Self, String> {
        let (pace, tries, used) = (Pace::default(), Tries::default(), BTreeMap::new());
        Ok(Self { table: MemberTable::open(tables)?, pace, tries, used })
    }

    /// Handles a message at a time in milliseconds since 1970.
    pub fn handle(&mut self, message: MembersRequest, now_ms: i64) -> Result<MembersAnswer, String> {
        let now = now_ms.div_euclid(1_000);
        match message {
            MembersRequest::SignIn { account, member, by, session, previous, address } => {
                let proof = SessionProof { member, hash: session };
                self.sign_in((&account, &by), proof, previous, &address, now)
            }
            MembersRequest::Act { proof, act } => match self.admit(&proof, now)? {
                None => Ok(refused(MembersRefusal::SignedOut)),
                Some(by) => self.act_for(by, act, now),
            },
            MembersRequest::Operate { act } => self.act(None, act, now),
        }
    }

    /// Whose session it is, if it is good at a time in seconds since 1970; it is used by that.
    pub(super) fn admit(&mut self, proof: &SessionProof, now: i64) -> Result<Option<Admitted>, String> {
        let Some(mut session) = self.proven(proof)? else { return Ok(None) };
        if !session.is_good_at(now) {
            return Ok(None);
        }
        let Some(member) = self.table.member(&session.member)? else { return Ok(None) };
        if now - session.used_at >= USE_IS_KEPT_EVERY {
            self.used.insert(session.id.clone(), now);
            session.used_at = now;
        }
        Ok(Some(Admitted { member, session }))
    }

    /// Returns the caller of a valid session at a time in milliseconds since 1970.
    pub fn signed_in(&mut self, proof: &SessionProof, now_ms: i64) -> Result<Option<SignedIn>, String> {
        self.admit(proof, now_ms.div_euclid(1_000))?.map(|by| by.told()).transpose()
    }

    /// Returns up to `most` subject changes that KV does not have yet.
    pub fn subject_news(&self, most: u32) -> Result<Vec<SubjectNews>, String> {
        self.table.subject_news(most)
    }

    /// Records that KV has a subject change.
    pub fn subject_told(&self, news: &SubjectNews) -> Result<(), String> {
        self.table.write(vec![forget_news(news)])
    }

    /// Returns true if there are unwritten changes.
    pub fn is_changed(&self) -> bool {
        !self.used.is_empty()
    }

    /// Writes the last uses of sessions.
    pub fn write(&mut self) -> Result<(), String> {
        self.table.write(self.used.iter().map(|(id, at)| use_session(id, *at)).collect())?;
        self.used.clear();
        Ok(())
    }

    /// The session that somebody shows, good or over. How much of a hash agrees is not shown.
    pub(super) fn proven(&self, proof: &SessionProof) -> Result<Option<StoredSession>, String> {
        let Some(id) = session_id(&proof.hash) else { return Ok(None) };
        let found = self.known(&id)?;
        Ok(found.filter(|session| same_hash(&session.hash, &proof.hash) && session.member == proof.member))
    }

    /// A session by its id, with the latest that is known of its use.
    pub(super) fn known(&self, id: &str) -> Result<Option<StoredSession>, String> {
        Ok(self.table.session(id)?.map(|session| self.with_use(session)))
    }

    /// The sessions of a member, or of all, that are good at a time.
    pub(super) fn good_sessions(&self, member: Option<&str>, now: i64) -> Result<Vec<StoredSession>, String> {
        let all = self.table.sessions(member)?.into_iter().map(|session| self.with_use(session));
        Ok(all.filter(|session| session.is_good_at(now)).collect())
    }

    fn with_use(&self, session: StoredSession) -> StoredSession {
        let used = self.used.get(&session.id).copied().unwrap_or_default();
        StoredSession { used_at: session.used_at.max(used), ..session }
    }

    /// Forgets what is remembered of the use of sessions that are gone.
    pub(super) fn forget_use(&mut self, is_gone: impl Fn(&str) -> bool) {
        self.used.retain(|id, _| !is_gone(id));
    }

    /// Makes a session. An invitation is over by that, and who comes through an identity provider with one is known by it
    /// from then on.
    fn sign_in(
        &mut self,
        (account, by): (&str, &Entrance),
        proof: SessionProof,
        previous: Option<SessionProof>,
        address: &str,
        now: i64,
    ) -> Result<MembersAnswer, String> {
        // The answer was lost, and it is sent again.
        if let Some(done) = self.admit(&proof, now)? {
            return Ok(MembersAnswer::SignedIn(Box::new(done.told()?)));
        }
        if let Some(wait) = self.tries.wait(address, now) {
            return Ok(refused(MembersRefusal::Tries { wait }));
        }
        let member = self.table.member(&proof.member)?.filter(|member| member.is_let_in(by, now));
        let (Some(member), Some(id)) = (member, session_id(&proof.hash)) else {
            self.tries.failed(address, now);
            return Ok(refused(match by {
                Entrance::Invitation { .. } => MembersRefusal::BadInvitation,
                Entrance::Subject(_) => MembersRefusal::UnknownSubject,
            }));
        };
        let (member, kept) = match by {
            Entrance::Invitation { subject, .. } => {
                let bound = subject.as_ref().map(|subject| bind_subject(account, &member.id, subject));
                let member = StoredMember { invitation: String::new(), invited_until: 0, ..member };
                (member.clone(), bound.into_iter().flatten().chain([keep_member(member)]).collect())
            }
            // An invitation works once; this does not.
            Entrance::Subject(_) => match self.pace.take(&member.id, now) {
                Some(wait) => return Ok(refused(MembersRefusal::Pace { wait })),
                None => (member, Vec::new()),
            },
        };
        let session = StoredSession { id, member: member.id.clone(), hash: proof.hash, created_at: now, used_at: now };
        // What was used lately is not over, whatever is written of it.
        self.write()?;
        let sessions = self.good_sessions(Some(&member.id), now)?;
        let mut statements: Vec<_> =
            [forget_over(now)].into_iter().chain(kept).chain([keep_session(&session)]).collect();
        // The latest come first.
        statements.extend(sessions.iter().skip(MAX_SESSIONS - 1).map(|oldest| forget_session(&oldest.id)));
        if let Some(previous) = previous
            && let Some(previous) = self.proven(&previous)?
        {
            statements.push(forget_session(&previous.id));
        }
        self.table.write(statements)?;
        Ok(MembersAnswer::SignedIn(Box::new(Admitted { member, session }.told()?)))
    }
}

impl Admitted {
    /// Returns the caller's member and session.
    pub fn told(&self) -> Result<SignedIn, String> {
        Ok(SignedIn { member: self.member.named(), session: self.session.details(&self.member, true)? })
    }
}

pub(super) fn refused(why: MembersRefusal) -> MembersAnswer {
    MembersAnswer::Refused(why)
}
