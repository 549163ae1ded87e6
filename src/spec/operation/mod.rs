//! The operations of both interfaces, in one family: where each is reached, what it takes, costs and needs.

mod account;
mod data;
mod deprecation;

use super::Cost;
use super::limits::QUERY_TIMEOUT_MS;
use super::request::Parameters;
use core::fmt;

pub use account::*;
pub use data::Operation;
pub use deprecation::{Deprecation, NOTICE_DAYS};

/// What a caller needs to know to reach an operation, and what the edge needs to know to serve it.
#[derive(Debug)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Endpoint {
    /// Name in the schema and in the package.
    pub name: &'static str,
    /// Name of the agent tool, where there is one.
    pub tool: Option<&'static str>,
    pub method: &'static str,
    /// Path; `:id` stands for the id of a resource.
    pub path: &'static str,
    /// The smallest plan that it is part of, where it depends on the plan.
    pub plan: &'static str,
    /// One line for people and agents.
    pub description: &'static str,
    pub cost: Cost,
    /// Milliseconds that the backend may take.
    pub timeout_ms: u64,
    /// How clients may keep the answer.
    pub caching: Caching,
    /// What it does besides answering.
    pub effect: Effect,
    /// The members of its body, where they are not those of the Data API.
    pub body: Option<Parameters>,
    /// That it is to be left, if it is.
    pub deprecation: Option<Deprecation>,
}

/// How clients may keep an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caching {
    /// For five minutes.
    Minutes,
    /// For an hour.
    Hour,
    /// For a minute.
    Minute,
    /// Only to ask whether it is still good: it may change at any time.
    Revalidated,
    /// Not at all.
    Never,
}

impl Caching {
    /// What the header `Cache-Control` says.
    pub const fn header(self) -> &'static str {
        match self {
            Self::Minutes => "private, max-age=300",
            Self::Hour => "private, max-age=3600",
            Self::Minute => "private, max-age=60",
            Self::Revalidated => "private, no-cache",
            Self::Never => "no-store",
        }
    }
}

/// What an operation does besides answering, and so which status a success has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: 200.
    Reads,
    /// It makes a resource: 201 with `Location`.
    Creates,
    /// It begins what goes on behind the answer: 202 with `Location`.
    Accepts,
    /// It removes a resource: 204.
    Removes,
}

impl Effect {
    /// The status of a success.
    pub const fn status(self) -> u16 {
        match self {
            Self::Reads => 200,
            Self::Creates => 201,
            Self::Accepts => 202,
            Self::Removes => 204,
        }
    }

    /// Whether a success names its resource in `Location`.
    pub const fn has_location(self) -> bool {
        matches!(self, Self::Creates | Self::Accepts)
    }
}

impl Endpoint {
    const DATA: Self = Self {
        name: "",
        tool: None,
        method: "POST",
        path: "",
        plan: "",
        description: "",
        cost: Cost::Question,
        timeout_ms: QUERY_TIMEOUT_MS,
        caching: Caching::Never,
        effect: Effect::Reads,
        body: None,
        deprecation: None,
    };
}

/// Method and path, as usage and messages name it.
impl fmt::Display for Endpoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.method, self.path)
    }
}

/// The operations of an interface: an enumeration, and an entry for each.
macro_rules! operations {
    (
        $(#[doc = $about:literal])+
        $family:ident of $takes:ty, like $like:expr;
        $(#[doc = $doc:literal]
        $variant:ident: $name:literal, $path:literal, $request:expr => $answer:ty, $cost:ident, {
            $($field:ident: $value:expr),* $(,)?
        })+
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $family {
            $(#[doc = $doc] $variant),+
        }

        impl $family {
            /// All of them, in the order in which they are described.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Their names, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The one of this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)+
                    _ => None,
                }
            }

            /// How to reach it and what it needs.
            pub const fn endpoint(self) -> Endpoint {
                match self {
                    $(Self::$variant => Endpoint {
                        name: $name,
                        path: $path,
                        cost: Cost::$cost,
                        $($field: $value,)*
                        ..$like
                    },)+
                }
            }

            /// The cost rule.
            pub const fn cost(self) -> Cost {
                match self { $(Self::$variant => Cost::$cost,)+ }
            }

            /// What its requests may say.
            pub const fn takes(self) -> $takes {
                match self { $(Self::$variant => $request,)+ }
            }

            /// What its answers hold.
            #[cfg(feature = "std")]
            pub const fn answer(self) -> $crate::spec::answer::Shape {
                use $crate::spec::answer::*;
                match self { $(Self::$variant => <$answer as Described>::SHAPE,)+ }
            }
        }
    };
}
use operations;
