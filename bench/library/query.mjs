// The grammar of full-text queries, as docs/data-api.md tells it: words, prefixes, phrases, `AND`, `OR`, `NOT`, `-`, `~`
// and parentheses. No schema language says it. It is read by hand, a unit at a time, which is quicker than a regular
// expression for each word.

const MAX_ATOMS = 40;
const MAX_DEPTH = 10;
const MAX_DISTANCE = 100;
const MIN_PREFIX_CHARACTERS = 3;

/** Kinds of lexemes. What is none is a fault. */
const [FAULT, END, OPEN, CLOSE, AND, OR, NOT, ATOM] = [0, 1, 2, 3, 4, 5, 6, 7];
const [QUOTE, LEFT, RIGHT, STAR, DASH, ZERO, TILDE] = [34, 40, 41, 42, 45, 48, 126];

/** Returns true if a text keeps to the grammar. Its length, and that it has a letter or digit, are checked before. */
export const isQuery = (text) => new Reader(text).isQuery();

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.kind = OPEN;
    this.atoms = 0;
    this.depth = 0;
  }

  isQuery() {
    this.next();
    return this.alternatives(true) !== undefined && this.kind === END;
  }

  /**
   * `and { "OR" and }`: whether something of it must occur, undefined where it is wrong. Only what stands alone in
   * parentheses may do without, and then what is beside them is asked.
   */
  alternatives(isNeeded) {
    let mustOccur = this.operands();
    if (mustOccur === undefined || (!mustOccur && (isNeeded || this.kind === OR))) return undefined;
    while (this.kind === OR) {
      this.next();
      mustOccur = this.operands();
      if (!mustOccur) return undefined;
    }
    return mustOccur;
  }

  /** `not { [ "AND" ] not }` */
  operands() {
    let mustOccur = this.operand();
    while (mustOccur !== undefined && this.kind !== OR && this.kind !== CLOSE && this.kind !== END) {
      if (this.kind === AND) this.next();
      const operand = this.operand();
      mustOccur = operand === undefined ? undefined : mustOccur || operand;
    }
    return mustOccur;
  }

  /** `[ "NOT" | "-" ] atom` */
  operand() {
    const isExcluded = this.kind === NOT;
    if (isExcluded) this.next();
    const mustOccur = this.atom(isExcluded);
    return isExcluded && mustOccur !== undefined ? false : mustOccur;
  }

  /** `word | prefix "*" | phrase [ "~" distance ] | "(" or ")"` */
  atom(isExcluded) {
    let mustOccur = true;
    if (this.kind === OPEN) {
      if (this.depth === MAX_DEPTH) return undefined;
      this.depth += 1;
      this.next();
      mustOccur = this.alternatives(isExcluded);
      if (this.kind !== CLOSE) return undefined;
      this.depth -= 1;
    } else if (this.kind !== ATOM || this.atoms === MAX_ATOMS) return undefined;
    else this.atoms += 1;
    this.next();
    return mustOccur;
  }

  /** Reads a lexeme. */
  next() {
    const { text, at: before } = this;
    let from = before;
    while (from < text.length && isBlank(text.charCodeAt(from))) from += 1;
    if (from === text.length) this.kind = END;
    else {
      const first = text.charCodeAt(from);
      this.at = from + 1;
      if (first === LEFT) this.kind = OPEN;
      else if (first === RIGHT) this.kind = CLOSE;
      else if (first === QUOTE) this.kind = this.phrase();
      // A dash excludes behind a blank and at the beginning, also of parentheses.
      else if (first === DASH && (from > before || this.kind === OPEN) && this.isBeforeOperand()) this.kind = NOT;
      else this.kind = this.word(from);
    }
  }

  isBeforeOperand() {
    const unit = this.text.charCodeAt(this.at);
    return this.at < this.text.length && unit !== RIGHT && !isBlank(unit);
  }

  word(from) {
    const { text } = this;
    let end = from + 1;
    while (end < text.length && !endsWord(text.charCodeAt(end))) end += 1;
    this.at = end;
    const length = end - from;
    if (length === 3 && text.startsWith("AND", from)) return AND;
    if (length === 2 && text.startsWith("OR", from)) return OR;
    if (length === 3 && text.startsWith("NOT", from)) return NOT;
    return text.charCodeAt(end - 1) === STAR && isShortPrefix(text, from, end - 1) ? FAULT : ATOM;
  }

  phrase() {
    const { text } = this;
    const quote = text.indexOf('"', this.at);
    if (quote < 0) return FAULT;
    this.at = quote + 1;
    if (text.charCodeAt(this.at) !== TILDE) return ATOM;
    // Without digits, or with more behind them, the tilde begins a word.
    let end = this.at + 1;
    let distance = 0;
    for (; isDigit(text.charCodeAt(end)); end += 1) distance = distance * 10 + text.charCodeAt(end) - ZERO;
    if (end === this.at + 1 || (end < text.length && !endsWord(text.charCodeAt(end)))) return ATOM;
    this.at = end;
    return distance > MAX_DISTANCE ? FAULT : ATOM;
  }
}

const isDigit = (unit) => unit >= ZERO && unit < ZERO + 10;
const isLetter = (unit) => (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);

/** A space, tab or new line, the space that does not break, or that between ideographs. */
const isBlank = (unit) =>
  unit <= 32 ? unit === 32 || (unit >= 9 && unit <= 13 && unit !== 11) : unit === 0xa0 || unit === 0x3000;

/** Returns true if a word ends before a unit. */
const endsWord = (unit) =>
  unit > RIGHT ? unit === 0xa0 || unit === 0x3000 : unit >= LEFT || unit === QUOTE || isBlank(unit);

/** Returns true if a star stands behind a few characters. Behind a sign it is a sign itself. */
function isShortPrefix(text, from, to) {
  let characters = 0;
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) characters = isDigit(unit) || isLetter(unit) ? characters + 1 : 0;
    else if (isWithoutBlanks(unit)) characters += MIN_PREFIX_CHARACTERS;
    // The second half of a pair counts with the first.
    else if (unit < 0xdc00 || unit > 0xdfff) characters += 1;
  }
  return characters > 0 && characters < MIN_PREFIX_CHARACTERS;
}

/** Returns true if a unit is of a script without blanks: Han and Kana, Thai and Lao, Myanmar, Khmer. */
const isWithoutBlanks = (unit) =>
  (unit >= 0x3000 && unit < 0xa000) ||
  (unit >= 0xe00 && unit < 0xf00) ||
  (unit >= 0x1000 && unit < 0x10c0) ||
  (unit >= 0x1780 && unit < 0x1800);
