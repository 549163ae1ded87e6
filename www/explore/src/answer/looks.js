// How lines look: they differ in colour, dash and symbol, so that no one has to tell them by colour.

/** How many colours the stylesheet has for charts. */
export const COLOURS = 6;
const SYMBOLS = ["circle", "rect", "triangle", "diamond"];
const DASHES = ["solid", "dashed", "dotted"];

/** The look of a line by its number: the number of its colour, its symbol and its dash. */
export const look = (number) => ({
  colour: number % COLOURS,
  symbol: SYMBOLS[number % SYMBOLS.length],
  dash: DASHES[Math.floor(number / COLOURS) % DASHES.length],
});
