//! The alerts of an account in its event scan: conditions are evaluated, and messages and digests are sent.

use crate::app::App;
use crate::event_scan::{self, DATABASE_MS, ScanError, VersionAnswers};
use crate::id::fresh_id;
use crate::platform::{log_warning, now_ms};
use overheard::records::alert::{AlertFiring, AlertRecord, AlertState, FiredAlert, digest, evaluate, table};
use overheard::records::event::{EventGuard, EventScanContext};
use overheard::records::webhook::outbox::OutboxEvent;
use overheard::sql::Store as _;

/// Evaluates alerts of an account and sends the messages of those that fire. An alert whose question is refused is
/// skipped.
///
/// # Errors
/// [`ScanError`] if another version is published, or if a part fails. Alerts that were evaluated before are stored.
pub async fn evaluate_all(
    app: &App,
    context: &EventScanContext<'_>,
    alerts: &[AlertRecord],
    answers: &VersionAnswers<'_>,
) -> Result<(), ScanError> {
    let mut failed = None;
    for alert in alerts {
        let (state, firing) = match evaluate(context, alert, answers).await {
            Ok(Some(found)) => found,
            Ok(None) => continue,
            Err(ScanError::Refused(why)) => {
                log_warning(format_args!("alert {} is not evaluated: {why}", alert.id));
                continue;
            }
            Err(ScanError::Changed) => return Err(ScanError::Changed),
            Err(error) => {
                failed = Some(error);
                continue;
            }
        };
        store(app, alert, &state, firing.as_ref()).await?;
    }
    failed.map_or(Ok(()), Err)
}

/// Sends the digests of an account's alerts that are due.
///
/// # Errors
/// [`ScanError`] if a part fails. The sweep tries again.
pub async fn send_digests(app: &App, alerts: &[AlertRecord]) -> Result<(), ScanError> {
    let now_ms = now_ms();
    for alert in alerts.iter().filter(|alert| alert.due_at.is_some_and(|due_at| due_at <= now_ms)) {
        let rows = app.records(DATABASE_MS)?.batch(vec![table::list_undigested(alert)]).await?;
        let fired: Vec<FiredAlert> = rows.into_iter().flatten().map(FiredAlert::from_row).collect::<Result<_, _>>()?;
        let digested = fired.last().map_or(alert.digested, |last| last.number);
        let next_at = alert.request.digest.and_then(|digest| digest.next_after(now_ms));
        let (run_id, event) = (fresh_id("run")?, fresh_id("evt")?);
        let mut statements = vec![table::store_digest(alert, digested, next_at, &run_id)];
        let draft = digest(alert, &fired).and_then(|firing| firing.draft(alert, now_ms));
        if let Some(draft) = draft.filter(|_| !alert.request.muted) {
            let guard = EventGuard::Digest { id: &alert.id, run_id: &run_id };
            let event = OutboxEvent { id: &event, account: &alert.account, draft: &draft, now_ms };
            statements.extend(event.statements(|sql| guard.push_to(sql)));
        }
        event_scan::write(app, statements).await?;
    }
    Ok(())
}

async fn store(
    app: &App,
    alert: &AlertRecord,
    state: &AlertState,
    firing: Option<&AlertFiring>,
) -> Result<(), ScanError> {
    let (run_id, now_ms, event) = (fresh_id("run")?, now_ms(), fresh_id("evt")?);
    let mut statements = table::store_evaluation(alert, state, firing, &run_id, now_ms);
    let sent = firing.filter(|_| alert.request.digest.is_none());
    if let Some(draft) = sent.and_then(|firing| firing.draft(alert, now_ms)) {
        let guard = EventGuard::Alert { id: &alert.id, run_id: &run_id };
        let event = OutboxEvent { id: &event, account: &alert.account, draft: &draft, now_ms };
        statements.extend(event.statements(|sql| guard.push_to(sql)));
    }
    event_scan::write(app, statements).await
}
