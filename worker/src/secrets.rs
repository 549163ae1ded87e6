//! The secrets of the deployment: the operator's, and the one that everything signed is signed under. One that is not
//! good enough is not used; the log names it.

use crate::app::App;
use overheard::guard::problem::{Code, Violation};
use overheard::service::signing::{BadSecret, MIN_SECRET_CHARACTERS, Purpose, SigningKey, check_secret};

const ADMIN: &str = "ADMIN_SECRET";
const SIGNING: &str = "SIGNING_SECRET";

impl App {
    /// The secret of the operator's surface; none where there is none, and so no surface.
    ///
    /// # Errors
    /// 503 for one that is not good enough, which names it: nobody but an operator has to do with it.
    pub fn admin_secret(&self) -> Result<Option<String>, Violation> {
        let (admin, signing) = (self.secret(ADMIN), self.secret(SIGNING));
        match check_secret(admin.as_deref(), signing.as_deref()) {
            Ok(secret) => Ok(Some(secret.to_owned())),
            Err(BadSecret::Missing) => Ok(None),
            Err(bad) => {
                let message = format!("{} Until then there is no operator's surface.", asked_for(ADMIN, SIGNING, bad));
                worker::console_error!("{message}");
                Err(Violation::new(Code::BackendUnavailable, "", message))
            }
        }
    }

    /// The key that is signed with for a purpose. It is never made of the operator's secret.
    ///
    /// # Errors
    /// 503 when the deployment has no secret for signatures, or one that is not good enough: the log says so.
    pub fn signing_key(&self, purpose: Purpose) -> Result<SigningKey, Violation> {
        let (admin, signing) = (self.secret(ADMIN), self.secret(SIGNING));
        let secret = check_secret(signing.as_deref(), admin.as_deref()).map_err(|bad| {
            worker::console_error!("{}", asked_for(SIGNING, ADMIN, bad));
            not_set_up()
        })?;
        SigningKey::derive(secret, purpose).ok_or_else(not_set_up)
    }
}

fn asked_for(name: &str, other: &str, bad: BadSecret) -> String {
    match bad {
        BadSecret::Missing => {
            format!("{name} is not set: give the deployment one of {MIN_SECRET_CHARACTERS} characters or more.")
        }
        BadSecret::Short => format!("{name} is too short: it must have at least {MIN_SECRET_CHARACTERS} characters."),
        BadSecret::SameAsOther => format!("{name} must not be the same as {other}: give the deployment another one."),
    }
}

/// What is said to who cannot change it.
fn not_set_up() -> Violation {
    let message = "the deployment lacks a secret that this needs; its log tells the operator which.";
    Violation::new(Code::BackendUnavailable, "", message)
}
