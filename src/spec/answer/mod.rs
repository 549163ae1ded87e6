//! What an object of an answer holds, as data: checks of other languages and schemas for agents are made from it.

pub mod aggregate;
pub mod co_mentions;
pub mod creators;
pub mod described;
pub mod search;
pub mod sector;

use crate::base::number::Number;
use crate::spec::Index;
use serde_json::{Map, Value, json};

/// The members of an object, in the order in which they are written. Later versions may add some.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shape(pub &'static [Member]);

/// A member of an object.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Member {
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
    /// A number.
    Decimal,
    /// A whole number, at least 0.
    Whole,
    /// True or false.
    Flag,
    /// A list of texts.
    Texts,
    /// An object whose members have any names, and numbers for values.
    Numbers,
    /// An object.
    Object(&'static Shape),
    /// A list of objects.
    Objects(&'static Shape),
    /// A list of documents of an index.
    DocumentsOf(Index),
    /// A list of documents of the index that was asked.
    Documents,
}

/// When a member is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Present {
    /// Always.
    Always,
    /// Where the creator index was asked, and nowhere else.
    OnCreators,
    /// Where a metric other than count was asked for, and nowhere else.
    WithMetric,
    /// Sometimes.
    Sometimes,
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
    u64: Holds::Whole,
    bool: Holds::Flag,
    Number: Holds::Decimal,
    Vec<String>: Holds::Texts,
    Vec<search::Document>: Holds::Documents,
}

impl<T: Described> Holding for T {
    const HOLDS: Holds = Holds::Object(&T::SHAPE);
}

impl<T: Described> Holding for Vec<T> {
    const HOLDS: Holds = Holds::Objects(&T::SHAPE);
}

impl<T: Holding> Holding for Option<T> {
    const HOLDS: Holds = T::HOLDS;
    const NULLABLE: bool = true;
    const NULLABLE_IF_PRESENT: bool = T::NULLABLE;
}

/// A member of a type. One that is not always there is optional for that reason alone.
pub(crate) const fn member<T: Holding>(name: &'static str, present: Present) -> Member {
    let nullable = if matches!(present, Present::Always) { T::NULLABLE } else { T::NULLABLE_IF_PRESENT };
    Member { name, holds: T::HOLDS, nullable, present }
}

/// When a member is there: always, unless it says something else.
macro_rules! present {
    () => {
        $crate::spec::answer::Present::Always
    };
    ($when:ident) => {
        $crate::spec::answer::Present::$when
    };
}
pub(crate) use present;

/// An object of an answer, and its description. A member that is not always there says when, behind `=>`.
macro_rules! answer {
    ($(
        $(#[$about:meta])*
        pub struct $name:ident {
            $($(#[$of_member:meta])* $member:ident: $type:ty $(=> $when:ident)?,)+
        }
    )+) => {
        $(
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            $(#[$about])*
            pub struct $name {
                $($(#[$of_member])* pub $member: $type,)+
            }

            impl $crate::spec::answer::Described for $name {
                const SHAPE: $crate::spec::answer::Shape = $crate::spec::answer::Shape(&[
                    $($crate::spec::answer::member::<$type>(
                        stringify!($member),
                        $crate::spec::answer::present!($($when)?),
                    ),)+
                ]);
            }
        )+
    };
}
pub(crate) use answer;

impl Member {
    fn schema(&self, index: Option<Index>) -> Value {
        let mut schema = self.holds.schema(index);
        if let (true, Some(kind)) = (self.nullable, schema.get_mut("type")) {
            *kind = json!([*kind, "null"]);
        }
        schema
    }
}

impl Shape {
    /// Its JSON Schema (2020-12), in which `index` is the one that was asked, where that is known. Members that are not
    /// described may be there as well.
    pub fn schema(&self, index: Option<Index>) -> Value {
        let required = |member: &&Member| match member.present {
            Present::Always => true,
            Present::OnCreators => index == Some(Index::ContentCreator),
            Present::WithMetric | Present::Sometimes => false,
        };
        let names: Vec<&str> = self.0.iter().filter(required).map(|member| member.name).collect();
        let properties: Map<String, Value> =
            self.0.iter().map(|member| (member.name.to_owned(), member.schema(index))).collect();
        json!({"type": "object", "required": names, "properties": properties})
    }

    /// The same as JSON, for generators: a list of `{name, holds, nullable, present}`.
    pub fn described(&self) -> Value {
        let member = |member: &Member| {
            let Member { name, holds, nullable, present } = member;
            json!({"name": name, "holds": holds.described(), "nullable": nullable, "present": present.name()})
        };
        self.0.iter().map(member).collect()
    }
}

impl Holds {
    fn schema(self, index: Option<Index>) -> Value {
        match self {
            Self::Text => json!({"type": "string"}),
            Self::Decimal => json!({"type": "number"}),
            Self::Whole => json!({"type": "integer", "minimum": 0}),
            Self::Flag => json!({"type": "boolean"}),
            Self::Texts => json!({"type": "array", "items": {"type": "string"}}),
            Self::Numbers => json!({"type": "object", "additionalProperties": {"type": "number"}}),
            Self::Object(shape) => shape.schema(index),
            Self::Objects(shape) => json!({"type": "array", "items": shape.schema(index)}),
            Self::DocumentsOf(index) => Self::Documents.schema(Some(index)),
            Self::Documents => match index {
                Some(index) => json!({"type": "array", "items": index.document().schema(Some(index))}),
                None => json!({"type": "array", "items": {"type": "object"}}),
            },
        }
    }

    fn described(self) -> Value {
        match self {
            Self::Text => json!("text"),
            Self::Decimal => json!("number"),
            Self::Whole => json!("whole"),
            Self::Flag => json!("flag"),
            Self::Texts => json!("texts"),
            Self::Numbers => json!("numbers"),
            Self::Object(shape) => json!({"object": shape.described()}),
            Self::Objects(shape) => json!({"objects": shape.described()}),
            Self::DocumentsOf(index) => json!({"objects": index.document().described()}),
            Self::Documents => json!("documents"),
        }
    }
}

impl Present {
    /// Its name in a description.
    const fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::OnCreators => "on_creators",
            Self::WithMetric => "with_metric",
            Self::Sometimes => "sometimes",
        }
    }
}
