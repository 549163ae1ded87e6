//! `GET /v1/influencers/:id/mentions`: the mentions of one creator, page by page.

use super::session::Session;
use super::{AccountAnswer, Fault, influencer, mentions};
use crate::guard::request::account::MentionList;
use crate::sql::Store;

pub(super) async fn answer<S: Store>(session: &Session<'_, S>, list: &MentionList) -> Result<AccountAnswer, Fault> {
    influencer::known(session).await?;
    // The id in the path is one of the filters.
    mentions::answer(session, list).await
}
