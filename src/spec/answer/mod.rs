//! What an object of an answer holds, as data: checks and types of other languages and schemas for agents are made of
//! it.

pub mod account;
pub mod aggregate;
pub mod basis;
pub mod co_mentions;
pub mod creators;
pub mod described;
pub mod search;
pub mod sector;

pub use account::*;
pub use aggregate::AggregateAnswer;
pub use basis::{Basis, KnownCounts, TopicStanding};
pub use co_mentions::CoMentionsAnswer;
pub use creators::CreatorsAnswer;
pub use search::SearchAnswer;
pub use sector::SectorAnswer;

use crate::base::date::Date;
use crate::base::number::Number;
use crate::spec::Index;
use crate::spec::request::account::choice::{
    BreakdownBy, CompareBy, Coverage, DeliveryGuarantee, DeliveryStatus, Direction, Interval, Label, ReportFormat,
    ReportKind, ReportStatus, Stage, UsageInterval, WebhookEvent, WebhookStatus,
};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};
use strum::VariantNames;

/// The members of an object, in the order in which they are written. Later versions may add some.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shape {
    /// What it is called in the code.
    pub name: &'static str,
    /// Its members; some stand for those of another shape (see [`Shape::written`]).
    pub members: &'static [Property],
}

/// A member of an object.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Property {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub holds: Holds,
    /// Whether it may be null instead.
    pub nullable: bool,
    /// When it is there.
    pub present: Present,
}

/// What a member holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Holds {
    /// A text.
    Text,
    /// One of some texts.
    OneOf(&'static [&'static str]),
    /// A date, `YYYY-MM-DD`.
    Date,
    /// A number.
    Decimal,
    /// A whole number, at least 0.
    Whole,
    /// True or false.
    Flag,
    /// An object whose members have any names, and numbers for values.
    Numbers,
    /// An object whose members have any names, and texts for values.
    Texts,
    /// An object.
    Object(&'static Shape),
    /// A document of an index, or of the one that was asked.
    Document(Option<Index>),
    /// A list, and whether its items may be null.
    List(&'static Holds, bool),
}

/// When a member is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Present {
    /// Always.
    Always,
    /// Where the creator index was asked, and nowhere else.
    OnCreators,
    /// Where a metric other than count was asked for, and nowhere else.
    WithMetric,
    /// Sometimes.
    Sometimes,
    /// Never itself: the members of the object that it is stand in its place.
    Flattened,
}

/// An object whose members are described.
pub trait Described {
    /// What it holds.
    const SHAPE: Shape;
}

/// What is held by a member of a type.
pub trait Holding {
    /// What it holds.
    const HOLDS: Holds;
    /// Whether it may be null instead.
    const NULLABLE: bool = false;
    /// Whether it may be null where it is there, of one that is not always.
    const NULLABLE_IF_PRESENT: bool = false;
}

/// Types and what they hold.
macro_rules! holding {
    ($($type:ty: $holds:expr),+ $(,)?) => {
        $(impl Holding for $type { const HOLDS: Holds = $holds; })+
    };
}

holding! {
    String: Holds::Text,
    &'static str: Holds::Text,
    Date: Holds::Date,
    u64: Holds::Whole,
    i64: Holds::Whole,
    bool: Holds::Flag,
    Number: Holds::Decimal,
    Map<String, Value>: Holds::Numbers,
    search::Document: Holds::Document(None),
}

/// An object of which nothing is described: the schema.
impl Described for Value {
    const SHAPE: Shape = Shape { name: "Value", members: &[] };
}

/// Names of which a member is one, as they are written and read.
macro_rules! one_of {
    ($($names:ty),+) => {
        holding! { $($names: Holds::OneOf(<$names>::VARIANTS)),+ }
        $(impl Serialize for $names {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $names {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(|_| D::Error::custom("a name that is none of its list"))
            }
        })+
    };
}
one_of!(
    BreakdownBy,
    CompareBy,
    Coverage,
    DeliveryGuarantee,
    DeliveryStatus,
    Direction,
    Interval,
    Label,
    ReportFormat,
    ReportKind,
    ReportStatus,
    Stage,
    UsageInterval,
    WebhookEvent,
    WebhookStatus
);

impl<T: Described> Holding for T {
    const HOLDS: Holds = Holds::Object(&T::SHAPE);
}

impl<T: Holding> Holding for Vec<T> {
    const HOLDS: Holds = Holds::List(&T::HOLDS, T::NULLABLE);
}

impl<T: Holding> Holding for Option<T> {
    const HOLDS: Holds = T::HOLDS;
    const NULLABLE: bool = true;
    const NULLABLE_IF_PRESENT: bool = T::NULLABLE;
}

/// A member of a type. One that is not always there is optional for that reason alone.
pub(crate) const fn property<T: Holding>(name: &'static str, present: Present) -> Property {
    let nullable = if matches!(present, Present::Always) { T::NULLABLE } else { T::NULLABLE_IF_PRESENT };
    Property { name: unescaped(name), holds: T::HOLDS, nullable, present }
}

/// A name as it is written where it is no word of Rust.
const fn unescaped(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// When a member is there: always, unless it says something else.
macro_rules! present {
    () => {
        $crate::spec::answer::Present::Always
    };
    ($when:ident) => {
        $crate::spec::answer::Present::$when
    };
    (.. $flat:ident) => {
        $crate::spec::answer::Present::Flattened
    };
}
pub(crate) use present;

/// An object of an answer, and its description. One `as` a text says first that it is that object. A member that is not
/// always there says when, behind `=>`; in the place of one behind `..` stand its own members.
macro_rules! answer {
    ($(
        $(#[$about:meta])*
        pub struct $name:ident $(<$item:ident>)? $(as $object:literal)? {
            $($(#[$of_member:meta])* $(..$flat:ident)? $($member:ident)?: $type:ty $(=> $when:ident)?,)+
        }
    )+) => {
        $(
            #[derive(Debug, Clone, PartialEq, serde::Serialize)]
            $(#[serde(tag = "object", rename = $object)])?
            $(#[$about])*
            pub struct $name $(<$item>)? {
                $(
                    $(#[$of_member])*
                    $(#[doc = concat!("(", stringify!($when), ")")] #[serde(skip_serializing_if = "Option::is_none")])?
                    $(#[serde(flatten)] pub $flat)? $(pub $member)?: $type,
                )+
            }

            impl $(<$item: $crate::spec::answer::Holding>)? $crate::spec::answer::Described for $name $(<$item>)? {
                const SHAPE: $crate::spec::answer::Shape = $crate::spec::answer::Shape {
                    name: stringify!($name),
                    members: &[
                        $($crate::spec::answer::Property {
                            name: "object",
                            holds: $crate::spec::answer::Holds::OneOf(&[$object]),
                            nullable: false,
                            present: $crate::spec::answer::Present::Always,
                        },)?
                        $($crate::spec::answer::property::<$type>(
                            stringify!($($flat)? $($member)?),
                            $crate::spec::answer::present!($($when)? $(..$flat)?),
                        ),)+
                    ],
                };
            }
        )+
    };
}
pub(crate) use answer;

impl Property {
    fn schema(&self, index: Option<Index>) -> Value {
        self.holds.schema_or_null(self.nullable, index)
    }
}

impl Shape {
    /// The members that objects have, in the order in which they are written.
    pub fn written(&self) -> Vec<&'static Property> {
        let mut written = Vec::new();
        for member in self.members {
            match (member.present, member.holds) {
                (Present::Flattened, Holds::Object(shape)) => written.extend(shape.written()),
                _ => written.push(member),
            }
        }
        written
    }

    /// Its JSON Schema (2020-12), in which `index` is the one that was asked, where that is known. Members that are not
    /// described may be there as well.
    pub fn schema(&self, index: Option<Index>) -> Value {
        let required = |member: &&&Property| match member.present {
            Present::Always | Present::Flattened => true,
            Present::OnCreators => index == Some(Index::ContentCreator),
            Present::WithMetric | Present::Sometimes => false,
        };
        let members = self.written();
        let names: Vec<&str> = members.iter().filter(required).map(|member| member.name).collect();
        let properties: Map<String, Value> =
            members.iter().map(|member| (member.name.to_owned(), member.schema(index))).collect();
        json!({"type": "object", "required": names, "properties": properties})
    }

    /// The same as JSON, for generators: a list of `{name, holds, nullable, present}`.
    pub fn described(&self) -> Value {
        let member = |member: &Property| {
            let Property { name, holds, nullable, present } = member;
            json!({"name": name, "holds": holds.described(), "nullable": nullable, "present": <&str>::from(present)})
        };
        self.written().into_iter().map(member).collect()
    }
}

impl Holds {
    fn schema_or_null(self, nullable: bool, index: Option<Index>) -> Value {
        let schema = self.schema(index);
        if nullable { json!({"anyOf": [schema, {"type": "null"}]}) } else { schema }
    }

    fn schema(self, index: Option<Index>) -> Value {
        match self {
            Self::Text => json!({"type": "string"}),
            Self::OneOf(texts) => json!({"enum": texts}),
            Self::Date => json!({"type": "string", "format": "date"}),
            Self::Decimal => json!({"type": "number"}),
            Self::Whole => json!({"type": "integer", "minimum": 0}),
            Self::Flag => json!({"type": "boolean"}),
            Self::Numbers => json!({"type": "object", "additionalProperties": {"type": "number"}}),
            Self::Texts => json!({"type": "object", "additionalProperties": {"type": "string"}}),
            Self::Object(shape) => shape.schema(index),
            Self::Document(of) => {
                of.or(index).map_or_else(|| json!({"type": "object"}), |index| index.document().schema(Some(index)))
            }
            Self::List(items, nullable) => json!({"type": "array", "items": items.schema_or_null(nullable, index)}),
        }
    }

    /// Lists that hold nothing null have names of their own, where they are of texts, of objects or of documents.
    fn described(self) -> Value {
        match self {
            Self::Text => json!("text"),
            Self::OneOf(texts) => json!({"one_of": texts}),
            Self::Date => json!("date"),
            Self::Decimal => json!("number"),
            Self::Whole => json!("whole"),
            Self::Flag => json!("flag"),
            Self::Numbers => json!("numbers"),
            Self::Texts => json!("named_texts"),
            Self::Object(shape) => json!({"object": shape.described(), "name": shape.name}),
            Self::Document(None) => json!("document"),
            Self::Document(Some(index)) => json!({"object": index.document().described()}),
            Self::List(Self::Text, false) => json!("texts"),
            Self::List(Self::Object(shape), false) => json!({"objects": shape.described(), "name": shape.name}),
            Self::List(Self::Document(None), false) => json!("documents"),
            Self::List(Self::Document(Some(index)), false) => json!({"objects": index.document().described()}),
            Self::List(items, nullable) => json!({"list": items.described(), "nullable": nullable}),
        }
    }
}
