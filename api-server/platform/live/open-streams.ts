import type { ServerResponse } from 'node:http'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import { findBearers } from '#database/queries/find-bearers.ts'
import { isReplaced } from '#server/bearer.ts'

export interface LiveReader {
  userId: number
  sessionId: number
  /** version of the account when the connection began; a higher one in the database ends the connection */
  tokenVersion: number
  /** generation of the access token; a proof ends the connections of those before */
  generation: number | undefined
  isAdmin: boolean
  /** ms since the epoch at which the access token expires, and the connection ends */
  until: number
}

/** User ids: a set, or an object that looks them up at the time of the call. */
interface Users {
  has(id: number): boolean
  keys(): Iterable<number>
  readonly size: number
}

/** Audience of an event. `except`: session that caused it; its screen already shows it. */
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

/** ms that a client has to read the last frame */
const LAST_FRAME_MS = 5_000

export class LiveStream {
  readonly reader: LiveReader
  /** start (ms since the epoch), later than all earlier streams of this process */
  readonly opened: number
  readonly #response: ServerResponse

  constructor(reader: LiveReader, response: ServerResponse, opened: number) {
    this.reader = reader
    this.opened = opened
    this.#response = response
  }

  /** Writes a frame. A stalled client is disconnected; it reconnects and gets what it missed. */
  write(frame: string | Buffer): void {
    if (this.#response.writableEnded || this.#response.destroyed) return
    this.#response.write(frame)
    if (this.#response.writableLength > STALLED_STREAM_BYTES) this.#response.destroy()
  }

  /** Ends the stream; the client reconnects at a random time within `retry` ms. */
  end(retry: number): void {
    if (this.#response.writableEnded) return
    this.#response.end(`retry: ${retry}\n\n`)
    // A client that does not read would never see the end, and would keep the connection.
    setTimeout(() => this.#response.destroy(), LAST_FRAME_MS).unref()
  }
}

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

  /** True if the audience may have a connection here; most changes at an opening concern nobody's other device. */
  mayConcern(audience: Audience): boolean {
    if (audience.who === 'user') return this.#byUser.has(audience.id)
    if (audience.who === 'users') return [...audience.ids.keys()].some((id) => this.#byUser.has(id))
    return this.#all.size > 0
  }

  /** Copy of the streams of an audience, safe to iterate while streams are added or removed. */
  for(audience: Audience): readonly LiveStream[] {
    if (audience.who === 'everyone') return [...this.#all]
    if (audience.who === 'administrators') return [...this.#administrators]
    if (audience.who === 'users') return [...audience.ids.keys()].flatMap((id) => this.ofUser(id))
    return this.ofUser(audience.id).filter(({ reader }) => reader.sessionId !== audience.except)
  }
}

/** Streams written to in one turn of the event loop; 5,000 in one turn would delay every request by 50 ms. */
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
      // Events written in one turn are sent at its end, and look unread until then.
      await nextTurn()
    }
    working = false
  }

  return (to: Audience, frame: string): void => {
    waiting.push({ to, frame })
    if (!working) void work()
  }
}

/** ms; a connection that ended for good need not reconnect soon, since its session is over. */
const RETRY_MS = 1_000

/** Ends connections whose session was revoked, whose tokens were replaced or whose account changed since they began. */
export async function endRevoked({ kysely }: Database, streams: readonly LiveStream[], now: number): Promise<void> {
  for (const chunk of inChunks(streams)) {
    const sessionIds = chunk.map(({ reader }) => reader.sessionId)
    const bearers = await findBearers(kysely, sessionIds)
    const bySession = new Map(bearers.map((bearer) => [bearer.session_id, bearer]))
    for (const stream of chunk) {
      const { sessionId, tokenVersion, generation } = stream.reader
      const bearer = bySession.get(sessionId)
      if (bearer?.token_version !== tokenVersion || isReplaced(generation, bearer, now)) stream.end(RETRY_MS)
    }
  }
}
