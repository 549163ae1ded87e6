//! Travel.

use super::super::category::{Category, DemoBrand, Product, Seasonal};
use super::super::language::Language;

const BOOKING_APP: Product = Product {
    names: [
        "booking app",
        "app de reservas",
        "Buchungsapp",
        "appli de réservation",
        "app de reservas",
        "予約アプリ",
        "예약 앱",
    ],
    components: &["price alert", "cancellation option", "loyalty points"],
    topics: &[("easy booking", 14), ("refunds", -40), ("hidden fees", -48)],
};
const RAIL_PASS: Product = Product {
    names: ["rail pass", "abono de tren", "Bahnpass", "pass de train", "passe de trem", "鉄道パス", "철도 패스"],
    components: &["seat reservation", "mobile ticket", "cancellation option"],
    topics: &[("night train", 16), ("delays", -42), ("slow travel", 14)],
};
const CABIN_CASE: Product = Product {
    names: [
        "cabin case",
        "maleta de cabina",
        "Handgepäckkoffer",
        "valise cabine",
        "mala de bordo",
        "機内用スーツケース",
        "기내용 캐리어",
    ],
    components: &["spinner wheels", "shell case", "zip lock"],
    topics: &[("packing", 12), ("broken wheels", -44), ("size limits", -8)],
};
const CABIN_STAY: Product = Product {
    names: [
        "cabin stay",
        "cabaña rural",
        "Hüttenurlaub",
        "séjour en cabane",
        "chalé na serra",
        "キャビンステイ",
        "오두막 숙소",
    ],
    components: &["free breakfast", "wood stove", "cancellation option"],
    topics: &[("view", 22), ("hiking", 14), ("thin walls", -36)],
};

pub const TRAVEL: Category = Category {
    name: "Travel",
    share: 70,
    season: [112, 96, 94, 100, 116, 134, 136, 116, 84, 78, 68, 66],
    ages: [25, 210, 330, 210, 125, 70, 30],
    women: 540,
    tags: &["travel", "trip", "packing", "budget travel", "guide", "review"],
    topics: &[
        ("price", -12),
        ("family trip", 12),
        ("weekend getaway", 16),
        ("customer service", -28),
        ("solo travel", 10),
    ],
    seasonal: &[
        Seasonal { topic: ("summer bookings", 8), months: &[4, 5, 6] },
        Seasonal { topic: ("ski week", 14), months: &[0, 1] },
    ],
    emerging: None,
    channels: &["compass", "harbour", "suitcase", "detour", "tundra", "ferry", "postcard", "meadow"],
    brands: &[
        DemoBrand::new("Lodgelark", 100, 22, &[BOOKING_APP]),
        DemoBrand::new("Railumi", 62, 32, &[RAIL_PASS]),
        DemoBrand::new("Wayfarrow", 42, 40, &[CABIN_CASE]),
        DemoBrand::new("Isolanna", 28, 52, &[CABIN_STAY]),
        DemoBrand::new("Velajourn", 16, -14, &[BOOKING_APP]).home(Language::French),
        DemoBrand::new("Cabinolo", 10, 36, &[CABIN_CASE]),
        DemoBrand::new("Hostellino", 5, 12, &[BOOKING_APP]).home(Language::Spanish),
        DemoBrand::new("Skandoriva", 3, 45, &[CABIN_STAY]),
    ],
};
