//! Members and sessions, managed by members in the dashboard and by operators.

use super::sign_in::make_secret;
use super::{MemberRequest, Outcome, no_content, send_to_members, unexpected_answer};
use crate::app::App;
use crate::auth::own_origin;
use crate::handlers::admin::accounts::find_account;
use crate::handlers::incoming_request::IncomingRequest;
use crate::id::fresh_id;
use crate::reply::{self, Reply};
use axum::http::StatusCode;
use overheard::guard::problem::Problems;
use overheard::service::credential::hash;
use overheard::service::member::request::{MemberChange, parse_member};
use overheard::service::member::secret::{MemberSecret, SecretOwner};
use overheard::service::member::{MemberAction, MemberDetails, MembersAnswer, MembersRequest, SessionProof};
use serde_json::{Value, json};

/// The default label of a member.
const UNNAMED: &str = "member";
/// Path of the page that accepts invitations. The secret is in the fragment of its address, which no server receives.
const JOIN: &str = "/join";

/// Manages the members of an account for one request.
struct MembersClient<'a> {
    request: &'a mut IncomingRequest,
    account: String,
    /// The session of the member who sent the request. `None` for an operator.
    proof: Option<SessionProof>,
}

impl MembersClient<'_> {
    fn app(&self) -> &App {
        &self.request.app
    }

    async fn act(&self, action: MemberAction) -> Outcome<MembersAnswer> {
        let message = match self.proof.clone() {
            Some(proof) => MembersRequest::Act { proof, action },
            None => MembersRequest::Operate { action },
        };
        send_to_members(self.app(), &self.account, message).await
    }

    async fn list(&self) -> Outcome<Value> {
        match self.act(MemberAction::Members).await? {
            MembersAnswer::Members(members) => Ok(json!({"members": members})),
            _ => Err(unexpected_answer()),
        }
    }

    async fn create(&mut self) -> Outcome<Value> {
        // An operator may not know who will open the link, so label and role are optional.
        let required: &[&str] = if self.proof.is_some() { &["label", "role"] } else { &[] };
        let MemberChange { label, role } = parse_member(&self.request.question().await?, required)?;
        let id = fresh_id("mem")?;
        let secret = self.make_invitation(&id)?;
        let (label, role) = (label.unwrap_or_else(|| UNNAMED.to_owned()), role.unwrap_or_default());
        let member =
            self.act_on_member(MemberAction::CreateMember { id, label, role, invitation: hash(&secret) }).await?;
        Ok(self.with_invitation(&member, &secret))
    }

    async fn invite(&mut self, member: String) -> Outcome<Value> {
        // An invalid id belongs to no member. The action with a placeholder secret then fails with the usual 404.
        let secret = self.make_invitation(&member).or_else(|_| self.make_invitation(&fresh_id("mem")?))?;
        let member = self.act_on_member(MemberAction::Invite { member, invitation: hash(&secret) }).await?;
        Ok(self.with_invitation(&member, &secret))
    }

    async fn change(&mut self, member: String) -> Outcome<Value> {
        let MemberChange { label, role } = parse_member(&self.request.question().await?, &[])?;
        Ok(json!(self.act_on_member(MemberAction::ChangeMember { member, label, role }).await?))
    }

    async fn remove(&self, member: String) -> Outcome<Value> {
        Ok(json!(self.act_on_member(MemberAction::RemoveMember { member }).await?))
    }

    async fn list_sessions(&self) -> Outcome<Value> {
        match self.act(MemberAction::Sessions).await? {
            MembersAnswer::Sessions(sessions) => Ok(json!({"sessions": sessions})),
            _ => Err(unexpected_answer()),
        }
    }

    async fn end_session(&self, session: String) -> Outcome<Value> {
        self.act(MemberAction::EndSession { session: session.clone() }).await?;
        Ok(json!({"id": session, "ended": true}))
    }

    async fn act_on_member(&self, action: MemberAction) -> Outcome<MemberDetails> {
        match self.act(action).await? {
            MembersAnswer::Member(member) => Ok(*member),
            _ => Err(unexpected_answer()),
        }
    }

    fn make_invitation(&self, member: &str) -> Outcome<String> {
        let owner = SecretOwner { account: self.account.clone(), member: member.to_owned() };
        make_secret(MemberSecret::Invitation, &owner)
    }

    /// Returns a member with its invitation link, which is shown only here.
    fn with_invitation(&self, member: &MemberDetails, secret: &str) -> Value {
        let link = format!("{}{JOIN}#{secret}", own_origin(&self.request.parts.uri));
        let mut details = json!(member);
        if let Some(members) = details.as_object_mut() {
            members.insert("invitation".to_owned(), json!({"link": link, "expires_at": member.invited_until}));
        }
        details
    }
}

/// Returns the client for a member's request.
fn members_client(request: &mut MemberRequest) -> MembersClient<'_> {
    let (account, proof) = (request.account.id.clone(), Some(request.proof.clone()));
    MembersClient { request: &mut request.incoming, account, proof }
}

pub async fn list_members(mut request: MemberRequest) -> Outcome<Reply> {
    let members = members_client(&mut request).list().await?;
    request.answer(StatusCode::OK, &members)
}

pub async fn create_member(mut request: MemberRequest) -> Outcome<Reply> {
    let member = members_client(&mut request).create().await?;
    request.answer(StatusCode::CREATED, &member)
}

pub async fn invite_member(mut request: MemberRequest) -> Outcome<Reply> {
    let id = request.incoming.path().await?;
    let member = members_client(&mut request).invite(id).await?;
    request.answer(StatusCode::CREATED, &member)
}

pub async fn change_member(mut request: MemberRequest) -> Outcome<Reply> {
    let id = request.incoming.path().await?;
    let member = members_client(&mut request).change(id).await?;
    request.answer(StatusCode::OK, &member)
}

pub async fn remove_member(mut request: MemberRequest) -> Outcome<Reply> {
    let id = request.incoming.path().await?;
    let member = members_client(&mut request).remove(id).await?;
    request.answer(StatusCode::OK, &member)
}

pub async fn list_sessions(mut request: MemberRequest) -> Outcome<Reply> {
    let sessions = members_client(&mut request).list_sessions().await?;
    request.answer(StatusCode::OK, &sessions)
}

pub async fn end_session(mut request: MemberRequest) -> Outcome<Reply> {
    let id = request.incoming.path().await?;
    members_client(&mut request).end_session(id).await?;
    Ok(no_content())
}

/// An operation of an operator on the members of an account.
#[derive(Clone, Copy)]
pub enum MembersOperation {
    List,
    Create,
    Invite,
    Change,
    Remove,
    ListSessions,
    EndSession,
}

/// Performs an operation for an operator.
///
/// # Errors
/// As for a member, and 404 for an unknown account. Operators have no rate limit.
pub async fn operate(mut request: IncomingRequest, operation: MembersOperation) -> Result<Reply, Problems> {
    let (account, id): (String, String) = match operation {
        MembersOperation::List | MembersOperation::Create | MembersOperation::ListSessions => {
            (request.path().await?, String::new())
        }
        _ => request.path().await?,
    };
    let account = find_account(&request.app, &account).await?.id;
    let mut members = MembersClient { request: &mut request, account, proof: None };
    let (status, value) = match operation {
        MembersOperation::List => (StatusCode::OK, members.list().await),
        MembersOperation::Create => (StatusCode::CREATED, members.create().await),
        MembersOperation::Invite => (StatusCode::CREATED, members.invite(id).await),
        MembersOperation::Change => (StatusCode::OK, members.change(id).await),
        MembersOperation::Remove => (StatusCode::OK, members.remove(id).await),
        MembersOperation::ListSessions => (StatusCode::OK, members.list_sessions().await),
        MembersOperation::EndSession => (StatusCode::OK, members.end_session(id).await),
    };
    let value = value.map_err(|error| error.problems)?;
    Ok(reply::object(status, &value, &request.call))
}
