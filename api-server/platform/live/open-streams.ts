import type { ServerResponse } from 'node:http'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import { findBearers } from '#database/queries/find-bearers.ts'

/** Who has a live connection. */
export interface LiveReader {
  userId: number
  sessionId: number
  /** version of the account when the connection began; a higher one in the database ends it */
  tokenVersion: number
  isAdmin: boolean
  /** ms since the epoch at which the access token ends, and the connection with it */
  until: number
}

/** Their ids: a set, or what says at any time who is in it. */
interface Users {
  has(id: number): boolean
  keys(): Iterable<number>
  readonly size: number
}

/** Audience of an event. `except`: the session that caused it, whose screen shows it already. */
export type Audience =
  | { who: 'everyone' }
  | { who: 'administrators' }
  | { who: 'user'; id: number; except?: number | undefined }
  | { who: 'users'; ids: Users }

export function isFor(audience: Audience, { userId, sessionId, isAdmin }: LiveReader): boolean {
  if (audience.who === 'everyone') return true
  if (audience.who === 'administrators') return isAdmin
  if (audience.who === 'users') return audience.ids.has(userId)
  return audience.id === userId && audience.except !== sessionId
}

/** Bytes queued before a client counts as stalled (about 100 events). */
const STALLED_STREAM_BYTES = 16 * 1024

/** ms in which the last frame is to be read */
const LAST_FRAME_MS = 5_000

/** One open connection. */
export class LiveStream {
  readonly reader: LiveReader
  /** when it began (ms since the epoch), later than all before it in this process */
  readonly opened: number
  readonly #response: ServerResponse

  constructor(reader: LiveReader, response: ServerResponse, opened: number) {
    this.reader = reader
    this.opened = opened
    this.#response = response
  }

  /** A stalled client is disconnected: it comes back and gets what it missed. */
  write(frame: string | Buffer): void {
    if (this.#response.writableEnded || this.#response.destroyed) return
    this.#response.write(frame)
    if (this.#response.writableLength > STALLED_STREAM_BYTES) this.#response.destroy()
  }

  /** The client may come back within `retry` ms, at a moment of its choice. */
  end(retry: number): void {
    if (this.#response.writableEnded) return
    this.#response.end(`retry: ${retry}\n\n`)
    // Who does not read would never see the end, and keep the connection.
    setTimeout(() => this.#response.destroy(), LAST_FRAME_MS).unref()
  }
}

/** The open connections, found by the audience of an event. */
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
    if (audience.who === 'user') return this.#byUser.has(audience.id)
    if (audience.who === 'users') return [...audience.ids.keys()].some((id) => this.#byUser.has(id))
    return this.#all.size > 0
  }

  /** A list of its own, which does not change while it is gone through. */
  for(audience: Audience): readonly LiveStream[] {
    if (audience.who === 'everyone') return [...this.#all]
    if (audience.who === 'administrators') return [...this.#administrators]
    if (audience.who === 'users') return [...audience.ids.keys()].flatMap((id) => this.ofUser(id))
    return this.ofUser(audience.id).filter(({ reader }) => reader.sessionId !== audience.except)
  }
}

/** So many are written to in one turn of the event loop; 5,000 in one would keep every request waiting for 50 ms. */
const WRITES_A_TURN = 500

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Writes each frame, built once, to its whole audience, one frame after the other. */
export function createFanOut(streams: OpenStreams) {
  const waiting: { to: Audience; frame: string }[] = []
  let working = false

  const work = async () => {
    working = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const bytes = Buffer.from(next.frame)
      let written = 0
      for (const stream of streams.for(next.to)) {
        stream.write(bytes)
        written += 1
        if (written % WRITES_A_TURN === 0) await nextTurn()
      }
      // Events that are written in one turn are sent at its end, and until then look unread.
      await nextTurn()
    }
    working = false
  }

  return (to: Audience, frame: string): void => {
    waiting.push({ to, frame })
    if (!working) void work()
  }
}

/** A connection that ended for good need not be tried again soon; its login is over in any case. */
const RETRY_MS = 1_000

/** Ends the connections whose login was revoked or whose account changed since they began. */
export async function endRevoked({ kysely }: Database, streams: readonly LiveStream[]): Promise<void> {
  for (const chunk of inChunks(streams)) {
    const bearers = await findBearers(
      kysely,
      chunk.map(({ reader }) => reader.sessionId),
    )
    const versions = new Map(bearers.map(({ session_id, token_version }) => [session_id, token_version]))
    for (const stream of chunk)
      if (versions.get(stream.reader.sessionId) !== stream.reader.tokenVersion) stream.end(RETRY_MS)
  }
}
