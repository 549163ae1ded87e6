// The styles of lines. They differ in colour, dash and symbol, so colour is never the only difference.

/** The number of chart colours in the stylesheet. */
export const COLOURS = 6;
const SYMBOLS = ["circle", "rect", "triangle", "diamond"];
const DASHES = ["solid", "dashed", "dotted"];

/** The look of a line by its number: the number of its colour, its symbol and its dash. */
export const look = (number) => ({
  colour: number % COLOURS,
  symbol: SYMBOLS[number % SYMBOLS.length],
  dash: DASHES[Math.floor(number / COLOURS) % DASHES.length],
});
