//! Descriptions of the answers' objects as data. Schemas for agents and the types and checks of other languages are
//! generated from them.

pub mod account;
pub mod aggregate;
pub mod basis;
pub mod co_mentions;
mod content;
pub mod creators;
pub mod described;
pub mod search;
pub mod sector;

pub use account::*;
pub use aggregate::AggregateAnswer;
pub use basis::{Basis, KnownCounts, TopicStanding};
pub use co_mentions::CoMentionsAnswer;
pub use content::Content;
pub use creators::CreatorsAnswer;
pub use search::SearchAnswer;
pub use sector::SectorAnswer;

use crate::base::date::Date;
use crate::base::number::Number;
use crate::spec::Index;
use crate::spec::request::account::choice::{
    BreakdownBy, CompareBy, Coverage, DeliveryGuarantee, DeliveryStatus, Direction, ExplainedInterval, Interval, Label,
    ReportFormat, ReportKind, ReportStatus, Stage, UsageInterval, WebhookEvent, WebhookStatus,
};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};
use strum::VariantNames;

/// Members of an object, in the order of the output. Later versions may add members.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shape {
    /// Type name in the code.
    pub name: &'static str,
    /// Members. Some are placeholders for the members of another shape (see [`Shape::written`]).
    pub members: &'static [Property],
}

/// A member of an object.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Property {
    /// Name of the member.
    pub name: &'static str,
    /// Type of the value.
    pub value_type: ValueType,
    /// True if the value may be null.
    pub nullable: bool,
    /// Condition under which the member is present.
    pub present: PresenceCondition,
}

/// Type of a member's value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ValueType {
    /// A string.
    Text,
    /// One of the given strings.
    OneOf(&'static [&'static str]),
    /// A date, `YYYY-MM-DD`.
    Date,
    /// A number.
    Decimal,
    /// An integer of at least 0.
    Whole,
    /// A boolean.
    Flag,
    /// An object with arbitrary member names and numbers as values.
    Numbers,
    /// An object with arbitrary member names and strings as values.
    Texts,
    /// An object.
    Object(&'static Shape),
    /// A record of the given index, or of the requested index.
    Document(Option<Index>),
    /// A list. The flag is true if items may be null.
    List(&'static ValueType, bool),
}

/// Condition under which a member is present.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PresenceCondition {
    /// Always present.
    Always,
    /// Present only for requests to the creator index.
    OnCreators,
    /// Present only for metrics other than `count`.
    WithMetric,
    /// Present under conditions that the schema does not express.
    Sometimes,
    /// Never present itself: replaced with the members of its object.
    Flattened,
}

/// An object with described members.
pub trait HasShape {
    /// Description of the members.
    const SHAPE: Shape;
}

/// A type of members.
pub trait HasValueType {
    /// Type of the value.
    const VALUE_TYPE: ValueType;
    /// True if the value may be null.
    const NULLABLE: bool = false;
    /// True if an optional member may be null when it is present.
    const NULLABLE_IF_PRESENT: bool = false;
}

/// Implements [`HasValueType`] for types.
macro_rules! value_types {
    ($($type:ty: $value_type:expr),+ $(,)?) => {
        $(impl HasValueType for $type { const VALUE_TYPE: ValueType = $value_type; })+
    };
}

value_types! {
    String: ValueType::Text,
    &'static str: ValueType::Text,
    Date: ValueType::Date,
    u64: ValueType::Whole,
    i64: ValueType::Whole,
    bool: ValueType::Flag,
    Number: ValueType::Decimal,
    Map<String, Value>: ValueType::Numbers,
    search::Document: ValueType::Document(None),
}

/// The schema operation returns an object without a description.
impl HasShape for Value {
    const SHAPE: Shape = Shape { name: "Value", members: &[] };
}

/// Enumerations whose names are member values.
macro_rules! one_of {
    ($($names:ty),+) => {
        value_types! { $($names: ValueType::OneOf(<$names>::VARIANTS)),+ }
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
    ExplainedInterval,
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

impl<T: HasShape> HasValueType for T {
    const VALUE_TYPE: ValueType = ValueType::Object(&T::SHAPE);
}

impl<T: HasValueType> HasValueType for Vec<T> {
    const VALUE_TYPE: ValueType = ValueType::List(&T::VALUE_TYPE, T::NULLABLE);
}

impl<T: HasValueType> HasValueType for Option<T> {
    const VALUE_TYPE: ValueType = T::VALUE_TYPE;
    const NULLABLE: bool = true;
    const NULLABLE_IF_PRESENT: bool = T::NULLABLE;
}

/// Returns a member of type `T`. For a member that is not always present, an outer `Option` means absent, not null.
pub(crate) const fn property<T: HasValueType>(name: &'static str, present: PresenceCondition) -> Property {
    let nullable = if matches!(present, PresenceCondition::Always) { T::NULLABLE } else { T::NULLABLE_IF_PRESENT };
    Property { name: unescaped(name), value_type: T::VALUE_TYPE, nullable, present }
}

/// Removes the `r#` of a raw identifier.
const fn unescaped(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// Parses the presence of a member; the default is always.
macro_rules! present {
    () => {
        $crate::spec::answer::PresenceCondition::Always
    };
    ($when:ident) => {
        $crate::spec::answer::PresenceCondition::$when
    };
    (.. $flat:ident) => {
        $crate::spec::answer::PresenceCondition::Flattened
    };
}
pub(crate) use present;

/// Declares an object of an answer and its description.
///
/// `as "name"` adds a first member that states the object's type. `=> condition` marks an optional member. `..` before
/// a member replaces it with its own members.
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

            impl $(<$item: $crate::spec::answer::HasValueType>)? $crate::spec::answer::HasShape for $name $(<$item>)? {
                const SHAPE: $crate::spec::answer::Shape = $crate::spec::answer::Shape {
                    name: stringify!($name),
                    members: &[
                        $($crate::spec::answer::Property {
                            name: "object",
                            value_type: $crate::spec::answer::ValueType::OneOf(&[$object]),
                            nullable: false,
                            present: $crate::spec::answer::PresenceCondition::Always,
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
        self.value_type.schema_or_null(self.nullable, index)
    }
}

impl Shape {
    /// Returns the members of the output, in order.
    pub fn written(&self) -> Vec<&'static Property> {
        let mut written = Vec::new();
        for member in self.members {
            match (member.present, member.value_type) {
                (PresenceCondition::Flattened, ValueType::Object(shape)) => written.extend(shape.written()),
                _ => written.push(member),
            }
        }
        written
    }

    /// Returns the JSON Schema (2020-12) of the object for the requested index, if known. Additional members are
    /// allowed.
    pub fn schema(&self, index: Option<Index>) -> Value {
        let required = |member: &&&Property| match member.present {
            PresenceCondition::Always | PresenceCondition::Flattened => true,
            PresenceCondition::OnCreators => index == Some(Index::ContentCreator),
            PresenceCondition::WithMetric | PresenceCondition::Sometimes => false,
        };
        let members = self.written();
        let names: Vec<&str> = members.iter().filter(required).map(|member| member.name).collect();
        let properties: Map<String, Value> =
            members.iter().map(|member| (member.name.to_owned(), member.schema(index))).collect();
        json!({"type": "object", "required": names, "properties": properties})
    }

    /// Returns the description as JSON for generators: a list of `{name, holds, nullable, present}`.
    pub fn described(&self) -> Value {
        let member = |member: &Property| {
            let Property { name, value_type, nullable, present } = member;
            json!({"name": name, "holds": value_type.described(), "nullable": nullable, "present": <&str>::from(present)})
        };
        self.written().into_iter().map(member).collect()
    }
}

impl ValueType {
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

    /// Returns the type as JSON. Lists of strings, objects or records without nulls have names of their own.
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
