const LENGTH = 4

/**
 * Puts the messages of one direction of a PostgreSQL connection together from what comes in, each a letter, its length
 * and its content; what a client says first has no letter. Without TLS.
 */
export class MessageReader {
  #rest = Buffer.alloc(0)
  #untyped: boolean

  constructor({ untypedFirst = false } = {}) {
    this.#untyped = untypedFirst
  }

  /** Those that are whole now. */
  read(chunk: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, chunk])
    const messages: Buffer[] = []
    for (;;) {
      const start = this.#untyped ? 0 : 1
      if (this.#rest.length < start + LENGTH) return messages
      const end = start + this.#rest.readUInt32BE(start)
      if (this.#rest.length < end) return messages
      messages.push(this.#rest.subarray(0, end))
      this.#rest = this.#rest.subarray(end)
      this.#untyped = false
    }
  }
}
