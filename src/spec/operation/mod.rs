//! Operations of both APIs: endpoints, parameters, costs and requirements.

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

/// Properties of an operation that callers need to reach it and that the Worker needs to serve it.
#[derive(Debug)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Endpoint {
    /// Name in the schema and in the package.
    pub name: &'static str,
    /// Name of the agent tool, if there is one.
    pub tool: Option<&'static str>,
    pub method: &'static str,
    /// Path. `:id` is the placeholder for a resource id.
    pub path: &'static str,
    /// Smallest plan that includes the operation; empty if it does not depend on the plan.
    pub plan: &'static str,
    /// One-line description for people and agents.
    pub description: &'static str,
    pub cost: Cost,
    /// Timeout at the backend, in milliseconds.
    pub timeout_ms: u64,
    /// Caching by clients.
    pub caching: CachePolicy,
    /// Side effect.
    pub effect: Effect,
    /// Members of the body, for operations of the Account API.
    pub body: Option<Parameters>,
    /// Deprecation, if announced.
    pub deprecation: Option<Deprecation>,
}

/// Caching of an answer by clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CachePolicy {
    /// Five minutes.
    Minutes,
    /// One hour.
    Hour,
    /// One minute.
    Minute,
    /// Cached, but revalidated before each use because the answer may change at any time.
    Revalidated,
    /// Not cached.
    Never,
}

impl CachePolicy {
    /// Returns the value of the header `Cache-Control`.
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

/// Side effect of an operation. It determines the status of a success.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// No side effect: 200.
    Reads,
    /// Creates a resource: 201 with `Location`.
    Creates,
    /// Starts work that continues after the response: 202 with `Location`.
    Accepts,
    /// Deletes a resource: 204.
    Removes,
}

impl Effect {
    /// Returns the status of a success.
    pub const fn status(self) -> u16 {
        match self {
            Self::Reads => 200,
            Self::Creates => 201,
            Self::Accepts => 202,
            Self::Removes => 204,
        }
    }

    /// Returns true if a success has a `Location` header.
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
        caching: CachePolicy::Never,
        effect: Effect::Reads,
        body: None,
        deprecation: None,
    };
}

/// Formats method and path for usage reports and messages.
impl fmt::Display for Endpoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.method, self.path)
    }
}

/// Declares the operations of an API: an enumeration with an entry for each variant.
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
            /// All operations, in the order of their description.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Names of all operations, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Returns the operation with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)+
                    _ => None,
                }
            }

            /// Returns the endpoint and its requirements.
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

            /// Returns the cost rule.
            pub const fn cost(self) -> Cost {
                match self { $(Self::$variant => Cost::$cost,)+ }
            }

            /// Returns the description of its requests.
            pub const fn takes(self) -> $takes {
                match self { $(Self::$variant => $request,)+ }
            }

            /// Returns the description of its answers.
            #[cfg(feature = "std")]
            pub const fn answer(self) -> $crate::spec::answer::Shape {
                use $crate::spec::answer::*;
                match self { $(Self::$variant => <$answer as HasShape>::SHAPE,)+ }
            }
        }
    };
}
use operations;
