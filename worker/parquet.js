// Writes Parquet files for the module.
import { ByteWriter, ParquetWriter } from "hyparquet-writer";

const TEXT = { type: "BYTE_ARRAY", converted_type: "UTF8" };

/** How values of each kind are stored, and how the JSON of a value is converted. */
const KINDS = {
  text: { element: TEXT, convert: String },
  whole: { element: { type: "INT64" }, convert: BigInt },
  decimal: { element: { type: "DOUBLE" }, convert: Number },
  date: { element: { type: "INT32", converted_type: "DATE" }, convert: (text) => new Date(text) },
  time: { element: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" }, convert: (text) => new Date(text) },
};

/** Returns the schema of a column. All columns may be null. */
function elementsOf({ name, kind }) {
  if (kind !== "list") return [{ name, repetition_type: "OPTIONAL", ...KINDS[kind].element }];
  return [
    { name, repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", repetition_type: "OPTIONAL", ...TEXT },
  ];
}

/** Returns the value of a column in an item, or null if the item has none. */
function valueIn(item, { path, kind }) {
  const value = path.reduce((object, member) => object?.[member], item) ?? null;
  return value === null || kind === "list" ? value : KINDS[kind].convert(value);
}

/** A Parquet file that is written in chunks. `columns` is JSON: the name, the path and the kind of each column. */
export class ParquetFile {
  #columns;
  #bytes = new ByteWriter();
  #writer;

  constructor(columns) {
    this.#columns = JSON.parse(columns);
    const root = { name: "mention", num_children: this.#columns.length };
    const schema = [root, ...this.#columns.flatMap(elementsOf)];
    // The library truncates the largest text of its statistics, so that readers would skip rows with larger texts.
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema, statistics: false });
  }

  /** Adds the items of a JSON list as a row group. Returns the bytes since the last call. */
  add(list) {
    const items = JSON.parse(list);
    const data = (column) => items.map((item) => valueIn(item, column));
    const columnData = this.#columns.map((column) => ({ name: column.name, data: data(column) }));
    this.#writer.write({ columnData, rowGroupSize: Math.max(1, items.length) });
    return this.#take();
  }

  /** Completes the file. Returns the bytes since the last call. */
  finish() {
    this.#writer.finish();
    return this.#take();
  }

  #take() {
    const bytes = new Uint8Array(this.#bytes.buffer, 0, this.#bytes.index).slice();
    this.#bytes.index = 0;
    return bytes;
  }
}
