//! Signing in by an invitation or by an identity provider, signing out, and what a session opens.

use super::{ByMember, Outcome, Refused, ask, nothing, strange};
use crate::app::App;
use crate::auth::{require_own_page, session_of};
use crate::call::Call;
use crate::fault::unavailable;
use crate::handlers::admin::accounts::found;
use crate::handlers::body::read_question;
use crate::platform::log_error;
use crate::reply::{self, Reply};
use crate::store::keys::REQUEST_MS;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use overheard::service::account::{Api, endpoints, max_webhooks};
use overheard::service::credential::{KEY_ENTROPY, hash};
use overheard::service::member::access::{no_provider, unknown_subject};
use overheard::service::member::page::{cookie, no_cookie};
use overheard::service::member::request::{SignInRequest, parse_sign_in};
use overheard::service::member::secret::{MemberSecret, SecretOwner};
use overheard::service::member::{
    Act, Entrance, MemberRole, MembersAnswer, MembersRefusal, MembersRequest, SessionProof, SignedIn, bad_invitation,
};
use overheard::service::meter::Limits;
use serde_json::{Value, json};

/// Makes a session, by an invitation, which works once, or by what the identity provider says. What session the browser
/// had is over.
pub async fn sign_in(app: App, call: Call, request: Request<Body>) -> Reply {
    signed_in(&app, request).await.map_or_else(
        |refused| refused.reply(&call),
        |(shown, secret)| {
            let mut reply = reply::object(StatusCode::OK, &shown, &call);
            reply::set(reply.headers_mut(), header::SET_COOKIE, &cookie(&secret));
            reply
        },
    )
}

async fn signed_in(app: &App, request: Request<Body>) -> Outcome<(Value, String)> {
    let (parts, body) = request.into_parts();
    require_own_page(&parts)?;
    let asked = parse_sign_in(&read_question(&parts.headers, body).await?)?;
    // Where a provider stands in front, whoever does not come through it is let in by nothing.
    let subject = match &app.settings.access {
        Some(access) => Some(app.subject(access, &parts.headers).await?),
        None => None,
    };
    let (owner, by) = entrance(app, asked, subject).await?;
    let unknown = || match &by {
        Entrance::Invitation { .. } => bad_invitation(),
        Entrance::Subject(_) => unknown_subject(),
    };
    let account = app.keys(REQUEST_MS)?.account(&owner.account).await?.ok_or_else(unknown)?;
    account.authorize()?;
    let secret = new_secret(MemberSecret::Session, &owner)?;
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
    let MembersAnswer::SignedIn(signed_in) = ask(app, &owner.account, message).await? else { return Err(strange()) };
    if let Some((account, proof)) = of_others {
        end(app, &account, proof).await;
    }
    Ok((shown(app, &signed_in, &owner.account).await?, secret))
}

/// Whose session it is to be, and what lets them in. An account that there is not has no object to be asked.
async fn entrance(app: &App, asked: SignInRequest, subject: Option<String>) -> Outcome<(SecretOwner, Entrance)> {
    match (asked, subject) {
        (SignInRequest::Invitation(invitation), subject) => {
            // A typo is known by its checksum.
            let owner = MemberSecret::Invitation.owner(&invitation).ok_or_else(bad_invitation)?;
            Ok((owner, Entrance::Invitation { invitation: hash(&invitation), subject }))
        }
        (SignInRequest::Identity, Some(subject)) => {
            let found = app.keys(REQUEST_MS)?.subject(&subject).await?.ok_or_else(unknown_subject)?;
            let owner = SecretOwner { account: found.account_id, member: found.member };
            Ok((owner, Entrance::Subject(subject)))
        }
        (SignInRequest::Identity, None) => Err(no_provider().into()),
    }
}

/// Ends the session that a browser had with another account. The browser has it no more in any case.
async fn end(app: &App, account: &str, proof: SessionProof) {
    let known = async { Ok::<_, Refused>(app.keys(REQUEST_MS)?.account(account).await?.is_some()) };
    let ended = async {
        if known.await? {
            ask(app, account, MembersRequest::Act { proof, act: Act::SignOut }).await?;
        }
        Ok::<_, Refused>(())
    };
    if ended.await.is_err() {
        log_error(format_args!(
            "a session of account {account} may not have ended when its browser signed in elsewhere"
        ));
    }
}

/// Who asks, as the platform says; a network of IPv6 is one. It is remembered for some minutes, and written nowhere.
fn address(headers: &HeaderMap) -> String {
    let address = headers.get("cf-connecting-ip").and_then(|value| value.to_str().ok()).unwrap_or_default();
    match address.parse::<std::net::Ipv6Addr>() {
        Ok(of_host) => of_host.segments().iter().take(4).map(|part| format!("{part:x}:")).collect(),
        Err(_) => address.chars().take(40).collect(),
    }
}

/// Ends the session of a browser, and has it forget it.
pub async fn sign_out(app: App, call: Call, request: Request<Body>) -> Reply {
    let (parts, _) = request.into_parts();
    signed_out(&app, &parts).await.map_or_else(
        |refused| refused.reply(&call),
        |()| {
            let mut reply = nothing();
            reply::set(reply.headers_mut(), header::SET_COOKIE, &no_cookie());
            reply
        },
    )
}

async fn signed_out(app: &App, parts: &axum::http::request::Parts) -> Outcome<()> {
    require_own_page(parts)?;
    let Some((Some(owner), secret)) = session_of(&parts.headers) else { return Ok(()) };
    if app.keys(REQUEST_MS)?.account(&owner.account).await?.is_none() {
        return Ok(());
    }
    let proof = SessionProof { member: owner.member, hash: hash(secret) };
    let message = MembersRequest::Act { proof, act: Act::SignOut };
    // One that is over is over.
    match app.meter(&owner.account)?.send_about_members(&message).await? {
        MembersAnswer::Done | MembersAnswer::Refused(MembersRefusal::SignedOut) => Ok(()),
        MembersAnswer::Refused(refusal) => Err(refusal.into()),
        _ => Err(strange()),
    }
}

/// Says whose session it is, and what it opens.
pub async fn get_session(by: ByMember) -> Outcome<Reply> {
    let MembersAnswer::SignedIn(signed_in) = by.act(Act::Look { needs: MemberRole::Viewer }).await? else {
        return Err(strange());
    };
    by.answer(StatusCode::OK, &shown(by.app(), &signed_in, &by.account.id).await?)
}

/// What a session opens. The account is as its object has it, so that a change shows at once.
async fn shown(app: &App, SignedIn { member, session }: &SignedIn, account: &str) -> Outcome<Value> {
    let account = found(app, account).await?;
    let keys = app.keys(REQUEST_MS)?;
    let limits = async |api| -> Outcome<Option<Limits>> { Ok(keys.limits(api, &account.plan).await?) };
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

/// A new secret of a member.
pub fn new_secret(kind: MemberSecret, owner: &SecretOwner) -> Outcome<String> {
    let mut entropy = [0; KEY_ENTROPY];
    let random = getrandom::fill(&mut entropy).ok();
    let secret = random.and_then(|()| kind.make(owner, &entropy));
    Ok(secret.ok_or_else(|| unavailable("randomness", &"not enough of it"))?)
}
