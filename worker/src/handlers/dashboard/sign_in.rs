//! Sign-in with an invitation or an identity provider, sign-out, and the current session.

use super::{DashboardError, MemberRequest, Outcome, no_content, send_to_members, unexpected_answer};
use crate::app::App;
use crate::auth::{require_own_page, session_of};
use crate::call::Call;
use crate::fault::unavailable;
use crate::handlers::admin::accounts::find_account;
use crate::handlers::body::read_question;
use crate::platform::log_error;
use crate::reply::{self, Reply};
use crate::store::keys::REQUEST_MS;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use overheard::service::account::{Api, endpoints, max_webhooks};
use overheard::service::credential::{KEY_ENTROPY, hash};
use overheard::service::member::access::{no_provider, unknown_subject};
use overheard::service::member::page::{expired_cookie, session_cookie};
use overheard::service::member::request::{SignInRequest, parse_sign_in};
use overheard::service::member::secret::{MemberSecret, SecretOwner};
use overheard::service::member::{
    CurrentSession, MemberAction, MemberRole, MembersAnswer, MembersRefusal, MembersRequest, SessionProof, SignInProof,
    bad_invitation,
};
use overheard::service::meter::PlanLimits;
use serde_json::{Value, json};

/// Creates a session from an invitation, which works once, or from an assertion of the identity provider. Ends the
/// previous session of the browser.
pub async fn sign_in(app: App, call: Call, request: Request<Body>) -> Reply {
    create_session(&app, request).await.map_or_else(
        |error| error.into_reply(&call),
        |(session, secret)| {
            let mut reply = reply::object(StatusCode::OK, &session, &call);
            reply::set(reply.headers_mut(), header::SET_COOKIE, &session_cookie(&secret));
            reply
        },
    )
}

async fn create_session(app: &App, request: Request<Body>) -> Outcome<(Value, String)> {
    let (parts, body) = request.into_parts();
    require_own_page(&parts)?;
    let sign_in = parse_sign_in(&read_question(&parts.headers, body).await?)?;
    // If a provider is configured, invitations also need its assertion.
    let subject = match &app.settings.access {
        Some(access) => Some(app.subject(access, &parts.headers).await?),
        None => None,
    };
    let (owner, by) = sign_in_proof(app, sign_in, subject).await?;
    let unknown = || match &by {
        SignInProof::Invitation { .. } => bad_invitation(),
        SignInProof::Subject(_) => unknown_subject(),
    };
    let account = app.keys(REQUEST_MS)?.account(&owner.account).await?.ok_or_else(unknown)?;
    account.authorize()?;
    let secret = make_secret(MemberSecret::Session, &owner)?;
    let before = session_of(&parts.headers).and_then(|(owner, secret)| Some((owner?, hash(secret))));
    let (of_account, of_others): (Option<_>, Option<_>) = match before {
        Some((of, hash)) if of.account == owner.account => (Some(SessionProof { member: of.member, hash }), None),
        Some((of, hash)) => (None, Some((of.account, SessionProof { member: of.member, hash }))),
        None => (None, None),
    };
    let message = MembersRequest::SignIn {
        account: owner.account.clone(),
        member: owner.member,
        by,
        session: hash(&secret),
        previous: of_account,
        address: address(&parts.headers),
    };
    let MembersAnswer::CurrentSession(current_session) = send_to_members(app, &owner.account, message).await? else {
        return Err(unexpected_answer());
    };
    if let Some((account, proof)) = of_others {
        end_session(app, &account, proof).await;
    }
    Ok((describe_session(app, &current_session, &owner.account).await?, secret))
}

/// Returns the owner of the new session and the proof to verify. The caller checks that the account exists before it
/// sends a message to the account's object.
async fn sign_in_proof(
    app: &App,
    sign_in: SignInRequest,
    subject: Option<String>,
) -> Outcome<(SecretOwner, SignInProof)> {
    match (sign_in, subject) {
        (SignInRequest::Invitation(invitation), subject) => {
            // The checksum detects a typo.
            let owner = MemberSecret::Invitation.owner(&invitation).ok_or_else(bad_invitation)?;
            Ok((owner, SignInProof::Invitation { invitation: hash(&invitation), subject }))
        }
        (SignInRequest::Identity, Some(subject)) => {
            let found = app.keys(REQUEST_MS)?.subject(&subject).await?.ok_or_else(unknown_subject)?;
            let owner = SecretOwner { account: found.account_id, member: found.member };
            Ok((owner, SignInProof::Subject(subject)))
        }
        (SignInRequest::Identity, None) => Err(no_provider().into()),
    }
}

/// Ends the session that a browser had with another account. A failure is logged only: the browser drops the session
/// anyway.
async fn end_session(app: &App, account: &str, proof: SessionProof) {
    let known = async { Ok::<_, DashboardError>(app.keys(REQUEST_MS)?.account(account).await?.is_some()) };
    let ended = async {
        if known.await? {
            send_to_members(app, account, MembersRequest::Act { proof, action: MemberAction::SignOut }).await?;
        }
        Ok::<_, DashboardError>(())
    };
    if ended.await.is_err() {
        log_error(format_args!(
            "a session of account {account} may not have ended when its browser signed in elsewhere"
        ));
    }
}

/// Returns the client's address for the login throttle; for IPv6, its /64 network. The address is in memory for some
/// minutes and never stored.
fn address(headers: &HeaderMap) -> String {
    let address = headers.get("cf-connecting-ip").and_then(|value| value.to_str().ok()).unwrap_or_default();
    match address.parse::<std::net::Ipv6Addr>() {
        Ok(of_host) => of_host.segments().iter().take(4).map(|part| format!("{part:x}:")).collect(),
        Err(_) => address.chars().take(40).collect(),
    }
}

/// Ends the session of a browser and removes its cookie.
pub async fn sign_out(app: App, call: Call, request: Request<Body>) -> Reply {
    let (parts, _) = request.into_parts();
    end_own_session(&app, &parts).await.map_or_else(
        |error| error.into_reply(&call),
        |()| {
            let mut reply = no_content();
            reply::set(reply.headers_mut(), header::SET_COOKIE, &expired_cookie());
            reply
        },
    )
}

async fn end_own_session(app: &App, parts: &axum::http::request::Parts) -> Outcome<()> {
    require_own_page(parts)?;
    let Some((Some(owner), secret)) = session_of(&parts.headers) else { return Ok(()) };
    if app.keys(REQUEST_MS)?.account(&owner.account).await?.is_none() {
        return Ok(());
    }
    let proof = SessionProof { member: owner.member, hash: hash(secret) };
    let message = MembersRequest::Act { proof, action: MemberAction::SignOut };
    // A session that has ended already is no error.
    match app.meter(&owner.account)?.send_about_members(&message).await? {
        MembersAnswer::Done | MembersAnswer::Refused(MembersRefusal::SignedOut) => Ok(()),
        MembersAnswer::Refused(refusal) => Err(refusal.into()),
        _ => Err(unexpected_answer()),
    }
}

/// Returns the member of the session and the account that it gives access to.
pub async fn get_session(request: MemberRequest) -> Outcome<Reply> {
    let MembersAnswer::CurrentSession(current_session) =
        request.act(MemberAction::CheckRole { needs: MemberRole::Viewer }).await?
    else {
        return Err(unexpected_answer());
    };
    request.answer(StatusCode::OK, &describe_session(request.app(), &current_session, &request.account.id).await?)
}

/// Returns a session with its member and account. Reads the account from its object, so that changes show immediately.
async fn describe_session(
    app: &App,
    CurrentSession { member, session }: &CurrentSession,
    account: &str,
) -> Outcome<Value> {
    let account = find_account(app, account).await?;
    let keys = app.keys(REQUEST_MS)?;
    let limits = async |api| -> Outcome<Option<PlanLimits>> { Ok(keys.limits(api, &account.plan).await?) };
    Ok(json!({
        "member": member,
        "session": {
            "id": session.id,
            "created_at": session.created_at,
            "idle_ends_at": session.idle_ends_at,
            "ends_at": session.ends_at,
        },
        "account": {
            "id": account.id,
            "name": account.name,
            "plan": account.plan,
            "brands": account.brands,
            "revision": account.revision,
            "created_at": account.created_at,
        },
        "limits": {"data": limits(Api::Data).await?, "account": limits(Api::Account).await?},
        "endpoints": endpoints(&account.plan),
        "max_webhooks": max_webhooks(&account.plan),
        "access_level": member.role.access_level(),
    }))
}

/// Generates a secret of a member.
pub fn make_secret(kind: MemberSecret, owner: &SecretOwner) -> Outcome<String> {
    let mut entropy = [0; KEY_ENTROPY];
    let random = getrandom::fill(&mut entropy).ok();
    let secret = random.and_then(|()| kind.make(owner, &entropy));
    Ok(secret.ok_or_else(|| unavailable("randomness", &"not enough of it"))?)
}
