import type { LiveStream } from './live-stream.ts'
import type { Audience } from './reader.ts'

/** The open connections, found by whom news is for. */
export class OpenStreams {
  readonly #all = new Set<LiveStream>()
  readonly #administrators = new Set<LiveStream>()
  readonly #byUser = new Map<number, Set<LiveStream>>()

  get size(): number {
    return this.#all.size
  }

  add(stream: LiveStream): void {
    this.#all.add(stream)
    if (stream.reader.isAdmin) this.#administrators.add(stream)
    const own = this.#byUser.get(stream.reader.userId)
    if (own) own.add(stream)
    else this.#byUser.set(stream.reader.userId, new Set([stream]))
  }

  delete(stream: LiveStream): void {
    this.#all.delete(stream)
    this.#administrators.delete(stream)
    const own = this.#byUser.get(stream.reader.userId)
    own?.delete(stream)
    if (own?.size === 0) this.#byUser.delete(stream.reader.userId)
  }

  ofUser(id: number): readonly LiveStream[] {
    return [...(this.#byUser.get(id) ?? [])]
  }

  /** Whether it may concern anybody here: most of what happens at an opening is nobody's other device's business. */
  mayConcern(audience: Audience): boolean {
    return audience.who === 'user' ? this.#byUser.has(audience.id) : this.#all.size > 0
  }

  /** A list of its own, which does not change while it is gone through. */
  for(audience: Audience): readonly LiveStream[] {
    if (audience.who === 'everyone') return [...this.#all]
    if (audience.who === 'administrators') return [...this.#administrators]
    return this.ofUser(audience.id).filter(({ reader }) => reader.sessionId !== audience.except)
  }
}
