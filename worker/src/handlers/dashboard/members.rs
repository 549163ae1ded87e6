//! Members and sessions, as members and operators look after them.

use super::signing::new_secret;
use super::{ByMember, Outcome, ask, nothing, strange};
use crate::app::App;
use crate::auth::own_origin;
use crate::handlers::admin::accounts::found;
use crate::handlers::asked::Asked;
use crate::id::fresh_id;
use crate::reply::{self, Reply};
use axum::http::StatusCode;
use overheard::guard::problem::Problems;
use overheard::service::credential::hash;
use overheard::service::member::request::{MemberChange, parse_member};
use overheard::service::member::secret::{MemberSecret, SecretOwner};
use overheard::service::member::{Act, MemberDetails, MembersAnswer, MembersRequest, SessionProof};
use serde_json::{Value, json};

/// The label of a member whose operator gives it none.
const UNNAMED: &str = "member";
/// Where a page takes the invitation from the fragment of its address, which no server sees.
const JOIN: &str = "/join";

/// Whoever looks after the members of an account, and the request that says so.
struct Keeper<'a> {
    asked: &'a mut Asked,
    account: String,
    /// The session of a member; none of the operator.
    proof: Option<SessionProof>,
}

impl Keeper<'_> {
    fn app(&self) -> &App {
        &self.asked.app
    }

    async fn act(&self, act: Act) -> Outcome<MembersAnswer> {
        let message = match self.proof.clone() {
            Some(proof) => MembersRequest::Act { proof, act },
            None => MembersRequest::Operate { act },
        };
        ask(self.app(), &self.account, message).await
    }

    async fn list(&self) -> Outcome<Value> {
        match self.act(Act::Members).await? {
            MembersAnswer::Members(members) => Ok(json!({"members": members})),
            _ => Err(strange()),
        }
    }

    async fn create(&mut self) -> Outcome<Value> {
        // An operator may well know nothing of who will open the link.
        let required: &[&str] = if self.proof.is_some() { &["label", "role"] } else { &[] };
        let MemberChange { label, role } = parse_member(&self.asked.question().await?, required)?;
        let id = fresh_id("mem")?;
        let secret = self.invitation(&id)?;
        let (label, role) = (label.unwrap_or_else(|| UNNAMED.to_owned()), role.unwrap_or_default());
        let member = self.member(Act::CreateMember { id, label, role, invitation: hash(&secret) }).await?;
        Ok(self.invited(&member, &secret))
    }

    async fn invite(&mut self, member: String) -> Outcome<Value> {
        // Whatever is no id is no member's: a secret is made for it, and nobody is asked to take it.
        let secret = self.invitation(&member).or_else(|_| self.invitation(&fresh_id("mem")?))?;
        let member = self.member(Act::Invite { member, invitation: hash(&secret) }).await?;
        Ok(self.invited(&member, &secret))
    }

    async fn change(&mut self, member: String) -> Outcome<Value> {
        let MemberChange { label, role } = parse_member(&self.asked.question().await?, &[])?;
        Ok(json!(self.member(Act::ChangeMember { member, label, role }).await?))
    }

    async fn remove(&self, member: String) -> Outcome<Value> {
        Ok(json!(self.member(Act::RemoveMember { member }).await?))
    }

    async fn sessions(&self) -> Outcome<Value> {
        match self.act(Act::Sessions).await? {
            MembersAnswer::Sessions(sessions) => Ok(json!({"sessions": sessions})),
            _ => Err(strange()),
        }
    }

    async fn end_session(&self, session: String) -> Outcome<Value> {
        self.act(Act::EndSession { session: session.clone() }).await?;
        Ok(json!({"id": session, "ended": true}))
    }

    async fn member(&self, act: Act) -> Outcome<MemberDetails> {
        match self.act(act).await? {
            MembersAnswer::Member(member) => Ok(*member),
            _ => Err(strange()),
        }
    }

    fn invitation(&self, member: &str) -> Outcome<String> {
        let owner = SecretOwner { account: self.account.clone(), member: member.to_owned() };
        new_secret(MemberSecret::Invitation, &owner)
    }

    /// A member with the link that lets it in, shown this once.
    fn invited(&self, member: &MemberDetails, secret: &str) -> Value {
        let link = format!("{}{JOIN}#{secret}", own_origin(&self.asked.parts.uri));
        let mut shown = json!(member);
        if let Some(members) = shown.as_object_mut() {
            members.insert("invitation".to_owned(), json!({"link": link, "expires_at": member.invited_until}));
        }
        shown
    }
}

/// Whoever has a session.
fn keeper(by: &mut ByMember) -> Keeper<'_> {
    let (account, proof) = (by.account.id.clone(), Some(by.proof.clone()));
    Keeper { asked: &mut by.asked, account, proof }
}

pub async fn list_members(mut by: ByMember) -> Outcome<Reply> {
    let members = keeper(&mut by).list().await?;
    by.answer(StatusCode::OK, &members)
}

pub async fn create_member(mut by: ByMember) -> Outcome<Reply> {
    let member = keeper(&mut by).create().await?;
    by.answer(StatusCode::CREATED, &member)
}

pub async fn invite_member(mut by: ByMember) -> Outcome<Reply> {
    let id = by.asked.path().await?;
    let member = keeper(&mut by).invite(id).await?;
    by.answer(StatusCode::CREATED, &member)
}

pub async fn change_member(mut by: ByMember) -> Outcome<Reply> {
    let id = by.asked.path().await?;
    let member = keeper(&mut by).change(id).await?;
    by.answer(StatusCode::OK, &member)
}

pub async fn remove_member(mut by: ByMember) -> Outcome<Reply> {
    let id = by.asked.path().await?;
    let member = keeper(&mut by).remove(id).await?;
    by.answer(StatusCode::OK, &member)
}

pub async fn list_sessions(mut by: ByMember) -> Outcome<Reply> {
    let sessions = keeper(&mut by).sessions().await?;
    by.answer(StatusCode::OK, &sessions)
}

pub async fn end_session(mut by: ByMember) -> Outcome<Reply> {
    let id = by.asked.path().await?;
    keeper(&mut by).end_session(id).await?;
    Ok(nothing())
}

/// What an operator does with the members of an account.
#[derive(Clone, Copy)]
pub enum Operated {
    Members,
    CreateMember,
    Invite,
    Change,
    Remove,
    Sessions,
    EndSession,
}

/// Does it.
///
/// # Errors
/// As for a member, and 404 for an account that there is not. Nobody waits for an operator to ask less.
pub async fn operate(mut asked: Asked, what: Operated) -> Result<Reply, Problems> {
    let (account, id): (String, String) = match what {
        Operated::Members | Operated::CreateMember | Operated::Sessions => (asked.path().await?, String::new()),
        _ => asked.path().await?,
    };
    let account = found(&asked.app, &account).await?.id;
    let mut keeper = Keeper { asked: &mut asked, account, proof: None };
    let (status, value) = match what {
        Operated::Members => (StatusCode::OK, keeper.list().await),
        Operated::CreateMember => (StatusCode::CREATED, keeper.create().await),
        Operated::Invite => (StatusCode::CREATED, keeper.invite(id).await),
        Operated::Change => (StatusCode::OK, keeper.change(id).await),
        Operated::Remove => (StatusCode::OK, keeper.remove(id).await),
        Operated::Sessions => (StatusCode::OK, keeper.sessions().await),
        Operated::EndSession => (StatusCode::OK, keeper.end_session(id).await),
    };
    let value = value.map_err(|refused| refused.problems)?;
    Ok(reply::object(status, &value, &asked.call))
}
