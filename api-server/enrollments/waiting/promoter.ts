import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Change } from '#database/changes/change.ts'
import type { ChangeListener } from '#database/changes/listen-to-changes.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import { startPoller } from '#server/poller.ts'
import { endWaits, type WaitsOf } from './leaving-line.ts'
import { listMovingLines, promoteAt, type WaitingDesk } from './promoting.ts'

/** ms between two looks at all lines: changes that free a seat are mostly received before. */
const POLL_MS = 1_000

/** ms between two looks at everybody who waits: only the end of a moment comes without anybody doing anything. */
const SWEEP_MS = 600_000

/** So much longer than a round took it rests after it, so that it takes a fifth of the time whatever happens; in ms at most. */
const REST_FACTOR = 4
const LONGEST_REST_MS = 500

/** Gives seats that are free to who waits, and takes off who waits no longer, until it is stopped. */
export interface Promoter extends ChangeListener {
  /** Begins no more, and waits for the step that is under way. */
  stop(): Promise<void>
}

interface PromoterOptions extends WaitingDesk {
  log: Pick<FastifyBaseLogger, 'warn'>
  /** ms, instead of a second */
  poll?: number | undefined
  /** Is called with how many were given a seat, or their module there. */
  promoted?: (count: number) => void
}

/**
 * Nothing marks a seat as due: all lines are looked at when it starts and every second, and one at once when a change is
 * received that may concern it. So seats that came free while no server ran, or whose change was missed, are given out too. A
 * database that is away is said once, and asked again until it is back.
 */
export function startPromoter({ log, poll = POLL_MS, promoted = () => undefined, ...desk }: PromoterOptions): Promoter {
  const { kysely } = desk.database
  const stopping = new AbortController()
  let received = new ReceivedChanges()
  let looked = Number.NEGATIVE_INFINITY
  let swept = Number.NEGATIVE_INFINITY
  let resting = Promise.resolve()

  const promoteAll = async (testmomentId: number) => {
    while (!stopping.signal.aborted) {
      const count = await promoteAt(desk, testmomentId)
      if (count === 0) return
      promoted(count)
    }
  }

  /** A line that fails keeps no other from its turn; the first failure is thrown once all had theirs. */
  const promoteIn = async (lines: ConcernedLines) => {
    const concerned = lines === 'all' ? undefined : await listConcerned(kysely, lines)
    const failures: unknown[] = []
    for (const id of await listMovingLines(kysely, desk.clock()))
      if (concerned?.has(id) ?? true) await promoteAll(id).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }

  const round = async () => {
    await resting
    const { lines, waits } = received
    received = new ReceivedChanges()
    const began = performance.now()
    const isLook = began - looked >= poll
    const isSweep = began - swept >= SWEEP_MS
    if (isLook) looked = began
    try {
      await promoteIn(isLook ? 'all' : lines)
      await endWaits(desk, isSweep ? 'all' : waits)
      if (isSweep) swept = began
    } catch (error) {
      // The received changes are forgotten by now: all is looked at again once the database is back.
      received.missed()
      throw error
    } finally {
      const ms = Math.min(LONGEST_REST_MS, REST_FACTOR * (performance.now() - began))
      resting = pause(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
    }
    return Math.max(0, looked + poll - performance.now())
  }

  const poller = startPoller({ poll: round, warning: 'free seats wait', log, first: poll, afterFailure: poll })
  return {
    changed: (changes) => {
      if (received.add(changes)) poller.wake()
    },
    missed: () => {
      received.missed()
      poller.wake()
    },
    stop: () => {
      stopping.abort()
      return poller.stop()
    },
  }
}

/** The lines of these moments, and those in which these students wait. */
async function listConcerned(
  kysely: Kysely<Tables>,
  { userIds, testmomentIds }: Exclude<ConcernedLines, 'all'>,
): Promise<Set<number>> {
  const concerned = new Set(testmomentIds)
  for (const ids of inChunks(userIds)) {
    const query = kysely.selectFrom('waiting_entry').select('testmoment_id').distinct().where('user_id', 'in', ids)
    for (const { testmoment_id } of await query.execute()) concerned.add(testmoment_id)
  }
  return concerned
}

type ConcernedLines = 'all' | { userIds: readonly number[]; testmomentIds: readonly number[] }

/** Changes since the last look: moments whose lines may move, and students whose waiting may be over. */
class ReceivedChanges {
  readonly #userIds = new Set<number>()
  readonly #testmomentIds = new Set<number>()
  #everyLine = false
  #everybody = false

  /** Says whether any of it matters to who waits. */
  add(changes: readonly Change[]): boolean {
    for (const change of changes) this.#addOne(change)
    return this.#everyLine || this.#userIds.size + this.#testmomentIds.size > 0
  }

  /** Anything may have changed. */
  missed(): void {
    this.#everyLine = true
    this.#everybody = true
  }

  #addOne(change: Change): void {
    switch (change.event) {
      case 'enrollmentsChanged':
        if (change.user_id !== undefined) this.#userIds.add(change.user_id)
        for (const id of change.testmoment_ids) this.#testmomentIds.add(id)
        return
      // Who joined or left a line changes how it stands there alone.
      case 'seatsChanged':
        for (const id of change.testmoment_ids) this.#testmomentIds.add(id)
        return
      case 'userEdited':
        this.#userIds.add(change.user_id)
        return
      // Where they were enrolled is not said.
      case 'userDeleted':
        this.#everyLine = true
        return
      case 'userCreated':
      case 'messagesChanged':
      case 'loginsEnded':
      case 'streamsOpened':
        return
      default:
        this.missed()
    }
  }

  get lines(): ConcernedLines {
    return this.#everyLine ? 'all' : { userIds: [...this.#userIds], testmomentIds: [...this.#testmomentIds] }
  }

  /**
   * Ids of students and moments whose waiting changed. A changed enrollment only affects its own student's waiting,
   * also elsewhere.
   */
  get waits(): WaitsOf {
    return this.#everybody ? 'all' : [...this.#userIds]
  }
}
