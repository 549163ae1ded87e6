// A keep-alive HTTP/1.1 client that costs little: one request at a time per connection, no objects per header.
import { connect } from "node:net";

export class Connection {
  constructor(host, port, timeout = 30000) {
    Object.assign(this, { host, port, timeout, buffer: null, socket: null, done: null, reconnects: 0 });
  }
  open() {
    return new Promise((resolve, reject) => {
      const s = connect(this.port, this.host, () => resolve());
      s.setNoDelay(true);
      s.on("data", (d) => {
        this.buffer = this.buffer ? Buffer.concat([this.buffer, d]) : d;
        this.parse();
      });
      s.on("error", (e) => {
        reject(e);
        this.fail(e);
      });
      s.on("close", () => {
        this.socket = null;
        this.fail(new Error("closed"));
      });
      s.setTimeout(this.timeout, () => s.destroy(new Error("timeout")));
      this.socket = s;
      this.buffer = null;
    });
  }
  fail(e) {
    const d = this.done;
    this.done = null;
    d?.({ status: 0, head: "", body: null, error: e.message });
  }
  /**
   * Bytes of a request -> {status, head, body}; status 0 when the connection broke. A kept connection that the server
   * closed before it answered a byte is opened again once, as HTTP clients do.
   */
  async send(bytes) {
    const kept = this.socket !== null;
    const a = await this.once(bytes);
    if (a.status !== 0 || !kept || this.buffer || a.error === "timeout") return a;
    this.reconnects++;
    return this.once(bytes);
  }
  async once(bytes) {
    if (!this.socket)
      try {
        await this.open();
      } catch (e) {
        return { status: 0, head: "", body: null, error: e.message };
      }
    return new Promise((resolve) => {
      this.done = resolve;
      this.socket.write(bytes);
    });
  }
  parse() {
    const b = this.buffer,
      end = b.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = b.latin1Slice(0, end).toLowerCase();
    const status = +head.slice(9, 12),
      start = end + 4;
    let body;
    if (status === 304 || status === 204) {
      body = Buffer.alloc(0);
      this.buffer = b.length > start ? b.subarray(start) : null;
    } else {
      const at = head.indexOf("\r\ncontent-length:");
      if (at >= 0) {
        const n = parseInt(head.slice(at + 17), 10);
        if (b.length < start + n) return;
        body = b.subarray(start, start + n);
        this.buffer = b.length > start + n ? b.subarray(start + n) : null;
      } else {
        const parts = [];
        for (let p = start; ; ) {
          const line = b.indexOf("\r\n", p);
          if (line < 0) return;
          const n = parseInt(b.latin1Slice(p, line), 16);
          if (b.length < line + 2 + n + 2) return;
          if (n === 0) {
            this.buffer = b.length > line + 4 ? b.subarray(line + 4) : null;
            break;
          }
          parts.push(b.subarray(line + 2, line + 2 + n));
          p = line + 2 + n + 2;
        }
        body = Buffer.concat(parts);
      }
    }
    if (head.includes("\r\nconnection: close")) {
      this.socket.destroy();
      this.socket = null;
    }
    const d = this.done;
    this.done = null;
    d?.({ status, head, body });
  }
  close() {
    this.socket?.destroy();
  }
}
