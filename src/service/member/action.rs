//! Actions of members and operators on members, sessions and views.

use super::members::{SessionCaller, refused};
use super::record::{MemberDetails, StoredMember};
use super::table::{StoredViews, delete_member, delete_session, upsert_member, upsert_views};
use super::{
    INVITATION_SECONDS, MAX_MEMBERS, MemberAction, MemberDirectory, MemberRole, MembersAnswer, MembersRefusal,
};
use crate::service::meter::ledger::Tables;

impl<T: Tables> MemberDirectory<T> {
    /// Applies an action of a member, if its role and the rate limit allow it.
    pub(super) fn act_for_member(
        &mut self,
        by: SessionCaller,
        action: MemberAction,
        now: i64,
    ) -> Result<MembersAnswer, String> {
        if let Some(wait) = self.rate_limit.count(&by.member.id, now) {
            return Ok(refused(MembersRefusal::RateLimited { wait }));
        }
        let (has, needs) = (by.member.role, action.needs());
        if has < needs {
            return Ok(refused(MembersRefusal::Role { has, needs }));
        }
        self.apply(Some(&by), action, now)
    }

    /// Applies an action of a member, or of the operator if there is no member.
    pub(super) fn apply(
        &mut self,
        by: Option<&SessionCaller>,
        action: MemberAction,
        now: i64,
    ) -> Result<MembersAnswer, String> {
        match (action, by) {
            (MemberAction::CheckRole { .. }, Some(by)) => {
                Ok(MembersAnswer::CurrentSession(Box::new(by.current_session()?)))
            }
            (MemberAction::SignOut, Some(by)) => self.end(&by.session.id),
            (MemberAction::Views, Some(by)) => self.views(&by.member.id),
            (MemberAction::SaveViews { revision, views }, Some(by)) => self.save_views(&by.member.id, revision, views),
            // An operator has neither a session nor views.
            (
                MemberAction::CheckRole { .. }
                | MemberAction::SignOut
                | MemberAction::Views
                | MemberAction::SaveViews { .. },
                None,
            ) => Ok(refused(MembersRefusal::SignedOut)),
            (MemberAction::Members, _) => self.members(now),
            (MemberAction::CreateMember { id, label, role, invitation }, _) => {
                self.create(id, label, role, invitation, now)
            }
            (MemberAction::Invite { member, invitation }, _) => self.invite(member, invitation, now),
            (MemberAction::ChangeMember { member, label, role }, by) => {
                self.change(member, label, role, by.is_some(), now)
            }
            (MemberAction::RemoveMember { member }, by) => self.remove(member, by.is_some(), now),
            (MemberAction::Sessions, by) => self.sessions(by, now),
            (MemberAction::EndSession { session }, by) => self.end_session(session, by),
        }
    }

    fn members(&self, now: i64) -> Result<MembersAnswer, String> {
        let sessions = self.valid_sessions(None, now)?;
        let details = |member: StoredMember| {
            let own: Vec<_> = sessions.iter().filter(|session| session.member == member.id).cloned().collect();
            member.details(&own, now)
        };
        Ok(MembersAnswer::Members(self.table.members()?.into_iter().map(details).collect::<Result<_, _>>()?))
    }

    fn create(
        &self,
        id: String,
        label: String,
        role: MemberRole,
        invitation: String,
        now: i64,
    ) -> Result<MembersAnswer, String> {
        // A repeated request after a lost response.
        if let Some(known) = self.table.member(&id)? {
            return self.details(&known, now);
        }
        if self.table.members()?.len() >= MAX_MEMBERS {
            return Ok(refused(MembersRefusal::TooManyMembers));
        }
        let (invited_until, subject) = (now + INVITATION_SECONDS, String::new());
        let member = StoredMember { id, label, role, created_at: now, invitation, invited_until, subject };
        self.save(member, now)
    }

    fn invite(&self, id: String, invitation: String, now: i64) -> Result<MembersAnswer, String> {
        match self.table.member(&id)? {
            Some(member) => {
                self.save(StoredMember { invitation, invited_until: now + INVITATION_SECONDS, ..member }, now)
            }
            None => Ok(refused(MembersRefusal::NoMember { id })),
        }
    }

    fn change(
        &self,
        id: String,
        label: Option<String>,
        role: Option<MemberRole>,
        keeps_admin: bool,
        now: i64,
    ) -> Result<MembersAnswer, String> {
        let Some(member) = self.table.member(&id)? else { return Ok(refused(MembersRefusal::NoMember { id })) };
        let changed = StoredMember {
            label: label.unwrap_or(member.label.clone()),
            role: role.unwrap_or(member.role),
            ..member.clone()
        };
        if keeps_admin && changed.role != MemberRole::Admin && self.is_last_admin(&member)? {
            return Ok(refused(MembersRefusal::LastAdmin));
        }
        self.save(changed, now)
    }

    fn remove(&mut self, id: String, keeps_admin: bool, now: i64) -> Result<MembersAnswer, String> {
        let Some(member) = self.table.member(&id)? else { return Ok(refused(MembersRefusal::NoMember { id })) };
        if keeps_admin && self.is_last_admin(&member)? {
            return Ok(refused(MembersRefusal::LastAdmin));
        }
        let sessions = self.valid_sessions(Some(&id), now)?;
        self.table.write(delete_member(&id))?;
        self.drop_last_uses(|of| sessions.iter().any(|session| session.id == of));
        Ok(MembersAnswer::Member(Box::new(MemberDetails { invited_until: None, ..member.details(&sessions, now)? })))
    }

    /// Returns true if the member is the only one who can invite others.
    fn is_last_admin(&self, member: &StoredMember) -> Result<bool, String> {
        let is_other = |other: &StoredMember| other.role == MemberRole::Admin && other.id != member.id;
        Ok(member.role == MemberRole::Admin && !self.table.members()?.iter().any(is_other))
    }

    fn save(&self, member: StoredMember, now: i64) -> Result<MembersAnswer, String> {
        self.table.write(vec![upsert_member(member.clone())])?;
        self.details(&member, now)
    }

    fn details(&self, member: &StoredMember, now: i64) -> Result<MembersAnswer, String> {
        let sessions = self.valid_sessions(Some(&member.id), now)?;
        Ok(MembersAnswer::Member(Box::new(member.details(&sessions, now)?)))
    }

    /// Returns all sessions for operators and admins, and their own sessions for other members.
    fn sessions(&self, by: Option<&SessionCaller>, now: i64) -> Result<MembersAnswer, String> {
        let own = by.filter(|by| by.member.role < MemberRole::Admin).map(|by| by.member.id.as_str());
        let members = self.table.members()?;
        let mut details = Vec::new();
        for session in self.valid_sessions(own, now)? {
            if let Some(member) = members.iter().find(|member| member.id == session.member) {
                let is_current = by.is_some_and(|by| by.session.id == session.id);
                details.push(session.details(member, is_current)?);
            }
        }
        Ok(MembersAnswer::Sessions(details))
    }

    fn end_session(&mut self, id: String, by: Option<&SessionCaller>) -> Result<MembersAnswer, String> {
        let may_end = |member: &str| by.is_none_or(|by| by.member.role == MemberRole::Admin || by.member.id == member);
        match self.find_session(&id)?.filter(|session| may_end(&session.member)) {
            Some(session) => self.end(&session.id),
            // The answer does not reveal sessions of other members.
            None => Ok(refused(MembersRefusal::NoSession { id })),
        }
    }

    fn end(&mut self, session: &str) -> Result<MembersAnswer, String> {
        self.table.write(vec![delete_session(session)])?;
        self.drop_last_uses(|of| of == session);
        Ok(MembersAnswer::Done)
    }

    fn views(&self, member: &str) -> Result<MembersAnswer, String> {
        let none = || StoredViews { revision: 0, views: "[]".to_owned() };
        let StoredViews { revision, views } = self.table.views(member)?.unwrap_or_else(none);
        Ok(MembersAnswer::Views { revision, views })
    }

    fn save_views(&self, member: &str, named: u64, views: String) -> Result<MembersAnswer, String> {
        let known = self.table.views(member)?;
        let current = known.as_ref().map_or(0, |known| known.revision);
        // A repeated change that was already saved is no conflict.
        let was_saved = named.checked_add(1) == Some(current) && known.is_some_and(|known| known.views == views);
        if named != current && !was_saved {
            return Ok(refused(MembersRefusal::Revision { named, current }));
        }
        if !was_saved {
            let saved = StoredViews { revision: current + 1, views: views.clone() };
            self.table.write(vec![upsert_views(member, saved)])?;
        }
        Ok(MembersAnswer::Views { revision: if was_saved { current } else { current + 1 }, views })
    }
}
