//! The invented market: eight categories and their brands.
//!
//! The names of brands, product lines and channels are invented. A new name must
//! belong to no company, product or person.

mod beauty;
mod electronics;
mod finance;
mod food;
mod gaming;
mod home;
mod sportswear;
mod travel;

use super::category::Category;

/// All categories; their shares add up to a thousand.
pub const CATEGORIES: &[Category] = &[
    beauty::BEAUTY,
    electronics::ELECTRONICS,
    food::FOOD,
    sportswear::SPORTSWEAR,
    gaming::GAMING,
    home::HOME,
    travel::TRAVEL,
    finance::FINANCE,
];
