// Calls the module that renders reports as PDF. src/lib.rs describes the protocol.

/** An instance of the compiled module, which renders one PDF. Throws the module's errors. */
export class Renderer {
  #exports;

  constructor(module) {
    this.#exports = new WebAssembly.Instance(module).exports;
  }

  /** Reads a report as the bytes of its JSON. Returns the names of the fonts that it needs. */
  needed(content) {
    this.#write(content);
    return new TextDecoder().decode(this.#call("needed")).split("\n");
  }

  /** Adds the bytes of the next font. */
  font(bytes) {
    this.#write(bytes);
    this.#call("font");
  }

  /** Returns the bytes of the PDF. */
  render() {
    return this.#call("render").slice();
  }

  #write(bytes) {
    const at = this.#exports.reserve(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }

  #call(name) {
    const succeeded = this.#exports[name]();
    const [at, length] = new Uint32Array(this.#exports.memory.buffer, this.#exports.result(), 2);
    const answer = new Uint8Array(this.#exports.memory.buffer, at, length);
    if (!succeeded) throw new Error(new TextDecoder().decode(answer));
    return answer;
  }
}
