//! Members of an account on a real SQLite, compared with a plain model. The steps come in any order, objects end in the
//! middle, and statements fail. The valid sessions must be those of the model.

use overheard::service::account::Api;
use overheard::service::credential::hash;
use overheard::service::member::{
    IDLE_SECONDS, INVITATION_SECONDS, MemberAction, MemberDirectory, MemberRole, MembersAnswer, MembersRefusal,
    MembersRequest, SESSION_SECONDS, SessionProof, SignInProof, reserve,
};
use overheard::service::meter::PlanLimits;
use overheard::service::meter::ledger::{Ledger, Tables};
use overheard::service::meter::message::{Reservation, ReservationRequest, UsageStatus};
use overheard::service::meter::window::Charge;
use overheard::sql::{Row, Sql, Statement};
use overheard_sqlite::SqliteDatabase;
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// 2026-01-01T00:00:00Z.
const BEGINNING: i64 = 1_767_225_600;
const MEMBERS: usize = 4;
const SUBJECTS: usize = 3;

#[derive(Clone)]
struct Sqlite {
    database: Rc<SqliteDatabase>,
    /// True if the next transaction fails.
    fails: Rc<Cell<bool>>,
}

impl Tables for Sqlite {
    fn run(&self, statement: Statement) -> Result<Vec<Row>, String> {
        Ok(self.database.run([statement]).map_err(|error| format!("{error:?}"))?.remove(0))
    }

    fn run_all(&self, mut statements: Vec<Statement>) -> Result<(), String> {
        if self.fails.replace(false) {
            statements.push(Sql::new("SELECT broken").finish());
        }
        self.database.run(statements).map(drop).map_err(|error| format!("{error:?}"))
    }
}

fn tables() -> Sqlite {
    Sqlite { database: Rc::new(SqliteDatabase::default()), fails: Rc::default() }
}

/// The expected state.
#[derive(Clone, Default)]
struct Model {
    members: BTreeMap<usize, Known>,
    sessions: BTreeMap<String, Session>,
    /// The member of each subject in KV.
    found: BTreeMap<String, String>,
}

#[derive(Clone)]
struct Known {
    role: MemberRole,
    /// The open invitation and its expiry.
    invited: Option<(String, i64)>,
    /// Its subject at the identity provider.
    subject: Option<usize>,
}

#[derive(Clone)]
struct Session {
    member: usize,
    created: i64,
    used: i64,
    /// The last use that is stored, and would remain if the object ended now.
    kept: i64,
}

impl Session {
    fn is_good(&self, now: i64) -> bool {
        now < self.used + IDLE_SECONDS && now < self.created + SESSION_SECONDS
    }
}

impl Model {
    /// Discards all unwritten state.
    fn forget_unwritten(&mut self) {
        self.sessions.values_mut().for_each(|session| session.used = session.kept);
    }

    fn keep(&mut self) {
        self.sessions.values_mut().for_each(|session| session.kept = session.used);
    }

    fn use_session(&mut self, secret: &str, now: i64) -> Option<MemberRole> {
        let session = self.sessions.get_mut(secret).filter(|session| session.is_good(now))?;
        // Uses are stored by the minute.
        if now - session.used >= 60 {
            session.used = now;
        }
        Some(self.members[&session.member].role)
    }

    fn admins(&self) -> usize {
        self.members.values().filter(|member| member.role == MemberRole::Admin).count()
    }
}

fn id(member: usize) -> String {
    format!("mem_{member}")
}

fn subject_of(number: usize) -> String {
    hash(&format!("subject {number}"))
}

fn proof(member: usize, secret: &str) -> SessionProof {
    SessionProof { member: id(member), hash: hash(secret) }
}

#[derive(Debug, Clone)]
enum Step {
    Invite(usize, MemberRole),
    SignIn { member: usize, with_old_link: bool, with_previous: bool, subject: Option<usize> },
    Identify { member: usize, subject: usize, with_previous: bool },
    Tell,
    Use(usize),
    SignOut(usize),
    Change(usize, MemberRole, bool),
    Remove(usize, bool),
    Pass(i64),
    Write,
    End,
    Fail,
}

fn step() -> impl Strategy<Value = Step> {
    let role = prop_oneof![Just(MemberRole::Viewer), Just(MemberRole::Analyst), Just(MemberRole::Admin)];
    prop_oneof![
        3 => (0..MEMBERS, role.clone()).prop_map(|(member, role)| Step::Invite(member, role)),
        6 => (0..MEMBERS, any::<bool>(), any::<bool>(), prop::option::of(0..SUBJECTS)).prop_map(
            |(member, with_old_link, with_previous, subject)| Step::SignIn { member, with_old_link, with_previous, subject },
        ),
        4 => (0..MEMBERS, 0..SUBJECTS, any::<bool>())
            .prop_map(|(member, subject, with_previous)| Step::Identify { member, subject, with_previous }),
        2 => Just(Step::Tell),
        8 => (0..40_usize).prop_map(Step::Use),
        2 => (0..40_usize).prop_map(Step::SignOut),
        2 => (0..MEMBERS, role, any::<bool>()).prop_map(|(member, role, by)| Step::Change(member, role, by)),
        1 => (0..MEMBERS, any::<bool>()).prop_map(|(member, by)| Step::Remove(member, by)),
        4 => prop_oneof![1..59_i64, 60..7_200_i64, Just(IDLE_SECONDS), Just(INVITATION_SECONDS), Just(SESSION_SECONDS / 2)].prop_map(Step::Pass),
        2 => Just(Step::Write),
        1 => Just(Step::End),
        1 => Just(Step::Fail),
    ]
}

/// The method of a sign-in.
enum SignInMethod {
    Link { link: String, subject: Option<usize> },
    Subject(usize),
}

struct World {
    tables: Sqlite,
    members: Option<MemberDirectory<Sqlite>>,
    model: Model,
    now: i64,
    secrets: Vec<(usize, String)>,
    links: Vec<(usize, String)>,
}

impl World {
    fn new() -> Self {
        let (tables, model) = (tables(), Model::default());
        Self { tables, members: None, model, now: BEGINNING, secrets: Vec::new(), links: Vec::new() }
    }

    /// Sends a message. Reopens the object first if it failed or ended.
    fn send(&mut self, message: MembersRequest) -> Option<MembersAnswer> {
        let mut members = self.members.take().unwrap_or_else(|| MemberDirectory::open(self.tables.clone()).unwrap());
        let answer = members.handle(message, self.now * 1_000 + 999).ok();
        match answer {
            Some(_) => self.members = Some(members),
            None => self.settle_unwritten(),
        }
        answer
    }

    /// After a failure, keeps the uses that were written before it.
    fn settle_unwritten(&mut self) {
        let rows = self.tables.run(Sql::new("SELECT hash, used_at FROM member_session").finish()).unwrap();
        for (secret, session) in &mut self.model.sessions {
            let row = rows.iter().find(|row| row["hash"] == hash(secret).as_str());
            let written = row.and_then(|row| row["used_at"].as_i64());
            if let Some(written) = written {
                assert!(written == session.kept || written == session.used, "{written}");
                (session.kept, session.used) = (written, written);
            }
        }
    }

    fn operate(&mut self, action: MemberAction) -> Option<MembersAnswer> {
        self.send(MembersRequest::Operate { action })
    }

    fn admin(&self) -> Option<SessionProof> {
        let is_admin = |session: &&(usize, String)| {
            self.model.members.get(&session.0).is_some_and(|member| member.role == MemberRole::Admin)
                && self.model.sessions.get(&session.1).is_some_and(|known| known.is_good(self.now))
        };
        self.secrets.iter().find(is_admin).map(|(member, secret)| proof(*member, secret))
    }

    fn by(&mut self, by_member: bool, action: MemberAction) -> Option<(bool, Option<MembersAnswer>)> {
        match (by_member, self.admin()) {
            (true, Some(proof)) => {
                let (_, secret) = self.secrets.iter().find(|(_, secret)| hash(secret) == proof.hash)?.clone();
                self.model.use_session(&secret, self.now);
                Some((true, self.send(MembersRequest::Act { proof, action })))
            }
            (true, None) => None,
            (false, _) => Some((false, self.operate(action))),
        }
    }

    fn take(&mut self, step: Step) {
        let now = self.now;
        match step {
            Step::Pass(seconds) => self.now += seconds,
            Step::Write => {
                let Some(mut members) = self.members.take() else { return };
                if members.write().is_ok() {
                    self.members = Some(members);
                    self.model.keep();
                } else {
                    self.model.forget_unwritten();
                }
            }
            Step::End => {
                self.members = None;
                self.model.forget_unwritten();
            }
            Step::Fail => self.tables.fails.set(true),
            Step::Invite(member, role) => {
                let link = format!("link {} {now}", self.links.len());
                let invitation = hash(&link);
                let known = self.model.members.contains_key(&member);
                let action = match known {
                    true => MemberAction::Invite { member: id(member), invitation },
                    false => MemberAction::CreateMember { id: id(member), label: "label".to_owned(), role, invitation },
                };
                if let Some(answer) = self.operate(action) {
                    assert!(matches!(answer, MembersAnswer::Member(_)), "{answer:?}");
                    let invited = Some((link.clone(), now + INVITATION_SECONDS));
                    let before = self.model.members.get(&member);
                    let (role, subject) = before.map_or((role, None), |known| (known.role, known.subject));
                    self.model.members.insert(member, Known { role, invited, subject });
                    self.links.push((member, link));
                }
            }
            Step::SignIn { member, with_old_link, with_previous, subject } => {
                let mut links = self.links.iter().filter(|(of, _)| *of == member).map(|(_, link)| link.clone());
                let link = if with_old_link { links.next() } else { links.next_back() };
                if let Some(link) = link {
                    self.sign_in(member, SignInMethod::Link { link, subject }, with_previous);
                }
            }
            Step::Identify { member, subject, with_previous } => {
                self.sign_in(member, SignInMethod::Subject(subject), with_previous);
            }
            Step::Tell => self.tell(),
            Step::Use(which) => {
                let Some((member, secret)) = self.pick(which) else { return };
                let action = MemberAction::CheckRole { needs: MemberRole::Viewer };
                let Some(answer) = self.send(MembersRequest::Act { proof: proof(member, &secret), action }) else {
                    return;
                };
                let role = self.model.use_session(&secret, now);
                match (answer, role) {
                    (MembersAnswer::CurrentSession(told), Some(role)) => {
                        assert_eq!((told.member.id, told.member.role), (id(member), role));
                    }
                    (MembersAnswer::Refused(MembersRefusal::SignedOut), None) => {}
                    (answer, role) => panic!("{answer:?}, but {role:?}"),
                }
            }
            Step::SignOut(which) => {
                let Some((member, secret)) = self.pick(which) else { return };
                let message = MembersRequest::Act { proof: proof(member, &secret), action: MemberAction::SignOut };
                if let Some(answer) = self.send(message) {
                    let was_good = self.model.use_session(&secret, now).is_some();
                    assert_eq!(answer == MembersAnswer::Done, was_good, "{answer:?}");
                    if was_good {
                        self.model.sessions.remove(&secret);
                    }
                }
            }
            Step::Change(member, role, by_member) => {
                let action = MemberAction::ChangeMember { member: id(member), label: None, role: Some(role) };
                let Some((by_member, Some(answer))) = self.by(by_member, action) else { return };
                let admins = self.model.admins();
                let Some(known) = self.model.members.get_mut(&member) else {
                    return assert!(matches!(answer, MembersAnswer::Refused(MembersRefusal::NoMember { .. })));
                };
                let is_last = known.role == MemberRole::Admin && admins == 1 && role != MemberRole::Admin;
                if by_member && is_last {
                    return assert_eq!(answer, MembersAnswer::Refused(MembersRefusal::LastAdmin));
                }
                assert!(matches!(answer, MembersAnswer::Member(_)), "{answer:?}");
                known.role = role;
            }
            Step::Remove(member, by_member) => {
                let Some((by_member, Some(answer))) =
                    self.by(by_member, MemberAction::RemoveMember { member: id(member) })
                else {
                    return;
                };
                let Some(known) = self.model.members.get(&member) else {
                    return assert!(matches!(answer, MembersAnswer::Refused(MembersRefusal::NoMember { .. })));
                };
                if by_member && known.role == MemberRole::Admin && self.model.admins() == 1 {
                    return assert_eq!(answer, MembersAnswer::Refused(MembersRefusal::LastAdmin));
                }
                assert!(matches!(answer, MembersAnswer::Member(_)), "{answer:?}");
                self.model.members.remove(&member);
                self.model.sessions.retain(|_, session| session.member != member);
            }
        }
    }

    fn pick(&self, which: usize) -> Option<(usize, String)> {
        self.secrets.get(which % self.secrets.len().max(1)).cloned()
    }

    /// Updates KV as the object of an account does.
    fn tell(&mut self) {
        let members = self.members.take().unwrap_or_else(|| MemberDirectory::open(self.tables.clone()).unwrap());
        for change in members.pending_subjects(50).unwrap() {
            let found = &mut self.model.found;
            if change.is_bound() {
                found.insert(change.subject.clone(), change.member.clone());
            } else if found.get(&change.subject) == Some(&change.member) {
                found.remove(&change.subject);
            }
            // An update that is not recorded is sent again.
            drop(members.confirm_subject(&change));
        }
        self.members = Some(members);
    }

    fn sign_in(&mut self, member: usize, way: SignInMethod, with_previous: bool) {
        let now = self.now;
        let secret = format!("secret {} {now}", self.secrets.len());
        let previous = with_previous.then(|| self.secrets.last().cloned()).flatten();
        let message = MembersRequest::SignIn {
            account: "acc_1".to_owned(),
            member: id(member),
            by: match &way {
                SignInMethod::Link { link, subject } => {
                    SignInProof::Invitation { invitation: hash(link), subject: subject.map(subject_of) }
                }
                SignInMethod::Subject(subject) => SignInProof::Subject(subject_of(*subject)),
            },
            session: hash(&secret),
            previous: previous.as_ref().map(|(member, secret)| proof(*member, secret)),
            // Enough addresses that none is throttled; another test covers that.
            address: secret.clone(),
        };
        let Some(answer) = self.send(message.clone()) else { return };
        let is_let_in = self.model.members.get(&member).is_some_and(|known| match &way {
            SignInMethod::Link { link, .. } => {
                known.invited.as_ref().is_some_and(|(open, until)| open == link && now < *until)
            }
            SignInMethod::Subject(subject) => known.subject == Some(*subject),
        });
        if !is_let_in {
            let refusal = match way {
                SignInMethod::Link { .. } => MembersRefusal::BadInvitation,
                SignInMethod::Subject(_) => MembersRefusal::UnknownSubject,
            };
            let is_refused = answer == MembersAnswer::Refused(refusal)
                || matches!(answer, MembersAnswer::Refused(MembersRefusal::LoginThrottled { .. }));
            return assert!(is_refused, "{answer:?}");
        }
        let MembersAnswer::CurrentSession(told) = answer else {
            return assert!(
                matches!(answer, MembersAnswer::Refused(MembersRefusal::LoginThrottled { .. })),
                "{answer:?}"
            );
        };
        assert_eq!(told.member.id, id(member));
        if let SignInMethod::Link { subject, .. } = way {
            if subject.is_some() {
                let others = self.model.members.values_mut().filter(|known| known.subject == subject);
                others.for_each(|known| known.subject = None);
            }
            let known = self.model.members.get_mut(&member).unwrap();
            known.invited = None;
            known.subject = subject.or(known.subject);
        }
        // Recent uses are written first.
        self.model.keep();
        if let Some((_, previous)) = previous {
            self.model.sessions.remove(&previous);
        }
        self.model.sessions.retain(|_, session| session.is_good(now));
        self.model.sessions.insert(secret.clone(), Session { member, created: now, used: now, kept: now });
        self.secrets.push((member, secret));
        // The response may have been lost. Sending the message again returns the same session.
        if let Some(again) = self.send(message) {
            assert_eq!(again, MembersAnswer::CurrentSession(told));
        }
    }

    /// Checks that every secret that ever existed has the access of the model, and that members are those of the model.
    fn check(&mut self) {
        self.tables.fails.set(false);
        let Some(MembersAnswer::Sessions(sessions)) = self.operate(MemberAction::Sessions) else {
            panic!("no sessions")
        };
        let good = self.model.sessions.values().filter(|session| session.is_good(self.now)).count();
        assert_eq!(sessions.len(), good);
        let Some(MembersAnswer::Members(members)) = self.operate(MemberAction::Members) else { panic!("no members") };
        let told: Vec<(String, MemberRole, bool, bool)> = (members.iter())
            .map(|member| (member.id.clone(), member.role, member.invited_until.is_some(), member.identity.is_some()))
            .collect();
        let mut expected: Vec<(String, MemberRole, bool, bool)> = (self.model.members.iter())
            .map(|(member, known)| {
                let is_open = known.invited.as_ref().is_some_and(|(_, until)| self.now < *until);
                (id(*member), known.role, is_open, known.subject.is_some())
            })
            .collect();
        expected.sort_by_key(|(id, ..)| members.iter().position(|member| member.id == *id));
        assert_eq!(told, expected);
        // KV has the member of each subject, and no removed member.
        self.tell();
        let bound = |(member, known): (&usize, &Known)| Some((subject_of(known.subject?), id(*member)));
        assert_eq!(self.model.found, self.model.members.iter().filter_map(bound).collect());
        let left = self.tables.run(Sql::new("SELECT * FROM subject_news").finish()).unwrap();
        assert!(left.is_empty(), "{left:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn sessions_are_good_as_the_model_says(steps in prop::collection::vec(step(), 1..120)) {
        let mut world = World::new();
        for step in steps {
            world.take(step);
        }
        world.check();
    }
}

fn create_session(tables: &Sqlite, secret: &str, now: i64) -> SessionProof {
    let mut members = MemberDirectory::open(tables.clone()).unwrap();
    let create = MemberAction::CreateMember {
        id: id(1),
        label: "desk".to_owned(),
        role: MemberRole::Analyst,
        invitation: hash("l"),
    };
    members.handle(MembersRequest::Operate { action: create }, now * 1_000).unwrap();
    let sign_in = MembersRequest::SignIn {
        account: "acc_1".to_owned(),
        member: id(1),
        by: SignInProof::Invitation { invitation: hash("l"), subject: None },
        session: hash(secret),
        previous: None,
        address: String::new(),
    };
    assert!(matches!(members.handle(sign_in, now * 1_000), Ok(MembersAnswer::CurrentSession(_))));
    proof(1, secret)
}

#[test]
fn a_session_is_counted_like_a_key_and_one_that_is_none_for_nothing() {
    let (tables, now_ms) = (tables(), BEGINNING * 1_000);
    let good = create_session(&tables, "s", BEGINNING);
    let of_other = SessionProof { member: id(2), hash: good.hash.clone() };
    let unknown = SessionProof { member: id(1), hash: hash("another") };
    // An object from before members existed only has the other tables.
    let mut ledger = Ledger::open(tables.clone()).unwrap();
    let mut members = MemberDirectory::open(tables.clone()).unwrap();
    let asked = |number: usize, key: &str, session: Option<&SessionProof>| ReservationRequest {
        id: format!("req_{number}"),
        key: key.to_owned(),
        api: Api::Account,
        endpoint: "GET /v1/mentions".to_owned(),
        limits: PlanLimits { per_minute: Some(9), per_day: Some(2), per_month: None },
        charge: Charge::Quota,
        status: UsageStatus::Answered,
        cost: 1,
        not_after: now_ms,
        expires_at_ms: now_ms + 40_000,
        session: session.cloned(),
    };
    let requests = [
        asked(0, &id(1), Some(&good)),
        asked(1, &id(2), Some(&good)),
        asked(2, &id(2), Some(&of_other)),
        asked(3, &id(1), Some(&unknown)),
        asked(4, "tok_1", None),
        asked(5, &id(1), Some(&good)),
    ];
    let reservations = reserve(&mut ledger, &mut members, ("acc_1", &requests, &[]), now_ms).unwrap();
    let Reservation::MemberVerdict { verdict, member } = &reservations[0] else { panic!("{reservations:?}") };
    assert!(verdict.charged && verdict.is_admitted());
    assert_eq!((member.member.label.as_str(), member.member.role), ("desk", MemberRole::Analyst));
    assert_eq!(reservations[1..4], [Reservation::Revoked, Reservation::Revoked, Reservation::Revoked]);
    assert!(matches!(&reservations[4], Reservation::Verdict(verdict) if verdict.charged));
    assert!(
        matches!(&reservations[5], Reservation::MemberVerdict { verdict, .. } if !verdict.is_admitted()),
        "the day was of both"
    );
    let late = reserve(
        &mut ledger,
        &mut members,
        ("acc_1", &[asked(6, &id(1), Some(&good))], &[]),
        now_ms + IDLE_SECONDS * 1_000,
    );
    assert_eq!(late, Ok(vec![Reservation::Revoked]));
}

#[test]
fn use_is_written_once_a_minute_at_most_and_never_by_a_question() {
    let tables = tables();
    let proof = create_session(&tables, "s", BEGINNING);
    let mut members = MemberDirectory::open(tables.clone()).unwrap();
    let written = || {
        let rows = tables.run(Sql::new("SELECT used_at FROM member_session").finish()).unwrap();
        rows[0]["used_at"].as_i64().unwrap() - BEGINNING
    };
    for second in 0..180 {
        assert!(members.current_session(&proof, (BEGINNING + second) * 1_000).unwrap().is_some());
        assert_eq!(members.is_changed(), second >= 60);
    }
    assert_eq!(written(), 0);
    tables.fails.set(true);
    assert!(members.write().is_err());
    assert!(members.is_changed(), "it is tried again");
    members.write().unwrap();
    assert_eq!((written(), members.is_changed()), (120, false), "to the minute");
}
