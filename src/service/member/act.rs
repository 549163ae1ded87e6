//! Actions of members and operators on members, sessions and views.

use super::people::{Admitted, refused};
use super::record::{MemberDetails, StoredMember};
use super::table::{StoredViews, forget_member, forget_session, keep_member, keep_views};
use super::{Act, INVITED_FOR, MAX_MEMBERS, MemberRole, Members, MembersAnswer, MembersRefusal};
use crate::service::meter::ledger::Tables;

impl<T: Tables> Members<T> {
    /// Does something for a member, if its role and its pace allow it.
    pub(super) fn act_for(&mut self, by: Admitted, act: Act, now: i64) -> Result<MembersAnswer, String> {
        if let Some(wait) = self.pace.take(&by.member.id, now) {
            return Ok(refused(MembersRefusal::Pace { wait }));
        }
        let (has, needs) = (by.member.role, act.needs());
        if has < needs {
            return Ok(refused(MembersRefusal::Role { has, needs }));
        }
        self.act(Some(&by), act, now)
    }

    /// Does something for whoever asks: a member, or the operator where there is none.
    pub(super) fn act(&mut self, by: Option<&Admitted>, act: Act, now: i64) -> Result<MembersAnswer, String> {
        match (act, by) {
            (Act::Look { .. }, Some(by)) => Ok(MembersAnswer::SignedIn(Box::new(by.told()?))),
            (Act::SignOut, Some(by)) => self.end(&by.session.id),
            (Act::Views, Some(by)) => self.views(&by.member.id),
            (Act::KeepViews { revision, views }, Some(by)) => self.keep_views(&by.member.id, revision, views),
            // An operator has neither a session nor views.
            (Act::Look { .. } | Act::SignOut | Act::Views | Act::KeepViews { .. }, None) => {
                Ok(refused(MembersRefusal::SignedOut))
            }
            (Act::Members, _) => self.members(now),
            (Act::CreateMember { id, label, role, invitation }, _) => self.create(id, label, role, invitation, now),
            (Act::Invite { member, invitation }, _) => self.invite(member, invitation, now),
            (Act::ChangeMember { member, label, role }, by) => self.change(member, label, role, by.is_some(), now),
            (Act::RemoveMember { member }, by) => self.remove(member, by.is_some(), now),
            (Act::Sessions, by) => self.sessions(by, now),
            (Act::EndSession { session }, by) => self.end_of(session, by),
        }
    }

    fn members(&self, now: i64) -> Result<MembersAnswer, String> {
        let sessions = self.good_sessions(None, now)?;
        let told = |member: StoredMember| {
            let own: Vec<_> = sessions.iter().filter(|session| session.member == member.id).cloned().collect();
            member.details(&own, now)
        };
        Ok(MembersAnswer::Members(self.table.members()?.into_iter().map(told).collect::<Result<_, _>>()?))
    }

    fn create(
        &self,
        id: String,
        label: String,
        role: MemberRole,
        invitation: String,
        now: i64,
    ) -> Result<MembersAnswer, String> {
        // It was made, and the answer was lost.
        if let Some(known) = self.table.member(&id)? {
            return self.told(&known, now);
        }
        if self.table.members()?.len() >= MAX_MEMBERS {
            return Ok(refused(MembersRefusal::TooManyMembers));
        }
        let (invited_until, subject) = (now + INVITED_FOR, String::new());
        let member = StoredMember { id, label, role, created_at: now, invitation, invited_until, subject };
        self.keep(member, now)
    }

    fn invite(&self, id: String, invitation: String, now: i64) -> Result<MembersAnswer, String> {
        match self.table.member(&id)? {
            Some(member) => self.keep(StoredMember { invitation, invited_until: now + INVITED_FOR, ..member }, now),
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
        self.keep(changed, now)
    }

    fn remove(&mut self, id: String, keeps_admin: bool, now: i64) -> Result<MembersAnswer, String> {
        let Some(member) = self.table.member(&id)? else { return Ok(refused(MembersRefusal::NoMember { id })) };
        if keeps_admin && self.is_last_admin(&member)? {
            return Ok(refused(MembersRefusal::LastAdmin));
        }
        let sessions = self.good_sessions(Some(&id), now)?;
        self.table.write(forget_member(&id))?;
        self.forget_use(|of| sessions.iter().any(|session| session.id == of));
        Ok(MembersAnswer::Member(Box::new(MemberDetails { invited_until: None, ..member.details(&sessions, now)? })))
    }

    /// Returns true if the member is the only one who can invite others.
    fn is_last_admin(&self, member: &StoredMember) -> Result<bool, String> {
        let is_other = |other: &StoredMember| other.role == MemberRole::Admin && other.id != member.id;
        Ok(member.role == MemberRole::Admin && !self.table.members()?.iter().any(is_other))
    }

    fn keep(&self, member: StoredMember, now: i64) -> Result<MembersAnswer, String> {
        self.table.write(vec![keep_member(member.clone())])?;
        self.told(&member, now)
    }

    fn told(&self, member: &StoredMember, now: i64) -> Result<MembersAnswer, String> {
        let sessions = self.good_sessions(Some(&member.id), now)?;
        Ok(MembersAnswer::Member(Box::new(member.details(&sessions, now)?)))
    }

    /// All sessions for operators and admins, for others their own.
    fn sessions(&self, by: Option<&Admitted>, now: i64) -> Result<MembersAnswer, String> {
        let own = by.filter(|by| by.member.role < MemberRole::Admin).map(|by| by.member.id.as_str());
        let members = self.table.members()?;
        let mut told = Vec::new();
        for session in self.good_sessions(own, now)? {
            if let Some(member) = members.iter().find(|member| member.id == session.member) {
                let is_current = by.is_some_and(|by| by.session.id == session.id);
                told.push(session.details(member, is_current)?);
            }
        }
        Ok(MembersAnswer::Sessions(told))
    }

    fn end_of(&mut self, id: String, by: Option<&Admitted>) -> Result<MembersAnswer, String> {
        let may_end = |member: &str| by.is_none_or(|by| by.member.role == MemberRole::Admin || by.member.id == member);
        match self.known(&id)?.filter(|session| may_end(&session.member)) {
            Some(session) => self.end(&session.id),
            // The answer does not reveal sessions of other members.
            None => Ok(refused(MembersRefusal::NoSession { id })),
        }
    }

    fn end(&mut self, session: &str) -> Result<MembersAnswer, String> {
        self.table.write(vec![forget_session(session)])?;
        self.forget_use(|of| of == session);
        Ok(MembersAnswer::Done)
    }

    fn views(&self, member: &str) -> Result<MembersAnswer, String> {
        let none = || StoredViews { revision: 0, views: "[]".to_owned() };
        let StoredViews { revision, views } = self.table.views(member)?.unwrap_or_else(none);
        Ok(MembersAnswer::Views { revision, views })
    }

    fn keep_views(&self, member: &str, named: u64, views: String) -> Result<MembersAnswer, String> {
        let known = self.table.views(member)?;
        let current = known.as_ref().map_or(0, |known| known.revision);
        // Sent again, what was kept is no conflict.
        let was_kept = named.checked_add(1) == Some(current) && known.is_some_and(|known| known.views == views);
        if named != current && !was_kept {
            return Ok(refused(MembersRefusal::Revision { named, current }));
        }
        if !was_kept {
            let kept = StoredViews { revision: current + 1, views: views.clone() };
            self.table.write(vec![keep_views(member, kept)])?;
        }
        Ok(MembersAnswer::Views { revision: if was_kept { current } else { current + 1 }, views })
    }
}
