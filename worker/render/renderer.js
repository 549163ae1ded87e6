// Speaks to the module that sets reports as PDF: see src/lib.rs.

/** Makes one document of a compiled module. What goes wrong is thrown. Its memory goes with it. */
export class Renderer {
  #exports;

  constructor(module) {
    this.#exports = new WebAssembly.Instance(module).exports;
  }

  /** The names of the fonts that a report needs, which is given as the bytes of its JSON. */
  needed(content) {
    this.#write(content);
    return new TextDecoder().decode(this.#call("needed")).split("\n");
  }

  /** Takes the bytes of the next font. */
  font(bytes) {
    this.#write(bytes);
    this.#call("font");
  }

  /** The bytes of the document. */
  render() {
    return this.#call("render").slice();
  }

  #write(bytes) {
    const at = this.#exports.reserve(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }

  #call(name) {
    const isWell = this.#exports[name]();
    const [at, length] = new Uint32Array(this.#exports.memory.buffer, this.#exports.result(), 2);
    const answer = new Uint8Array(this.#exports.memory.buffer, at, length);
    if (!isWell) throw new Error(new TextDecoder().decode(answer));
    return answer;
  }
}
