// Windows within the 36 months that the datasets cover, from 2023-01-01 to 2025-12-31.

export const YEAR = { gte: "2024-03-01", lte: "2025-02-28" };
export const TWO_YEARS = { gte: "2023-07-01", lte: "2025-06-30" };
/** Windows that begin and end within months. */
export const ODD_HALF_YEAR = { gte: "2024-03-11", lte: "2024-09-05" };
export const ODD_YEAR = { gte: "2024-03-11", lte: "2025-03-05" };
export const ODD_TWO_YEARS = { gte: "2023-07-14", lte: "2025-07-08" };
