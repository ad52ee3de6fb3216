import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Change } from '#database/changes/change.ts'
import type { ChangeListener } from '#database/changes/listen-to-changes.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely } from '#database/tables.ts'
import { startPoller } from '#server/poller.ts'
import { endWaits, type WaitsOf } from './leaving-line.ts'
import { listMovingLines, promoteAt, type WaitingDesk } from './promoting.ts'

/** ms between checks of all lines; most changes that free a seat are received sooner. */
const POLL_MS = 1_000

/** ms between checks of all waits: only the end of a moment comes without any change. */
const SWEEP_MS = 600_000

/**
 * After a round the promoter rests for this many times its length (max 500 ms), so rounds up to 125 ms take a fifth
 * of the time.
 */
const REST_FACTOR = 4
const LONGEST_REST_MS = 500

/** Gives free seats to waiting students and ends waits that are over, until stopped. */
export interface Promoter extends ChangeListener {
  /** starts no new step and waits for the one under way */
  stop(): Promise<void>
}

interface PromoterOptions extends WaitingDesk {
  log: Pick<FastifyBaseLogger, 'warn'>
  /** ms between checks of all lines; default a second */
  poll?: number | undefined
  /** called with the number of students who got a seat or a module */
  promoted?: (count: number) => void
}

/**
 * Starts the promoter. No mark says that a seat is due: all lines are checked at the start and every second, and one at once
 * when a change arrives that may concern it. So seats that came free while no server ran, or whose change was missed, are given
 * out too. While the database is away it logs one warning and retries.
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

  /** A failing line does not block the others; the first failure is thrown after all had their turn. */
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
      // The received changes were already cleared, so check everything once the database is back.
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

async function listConcerned(
  kysely: Kysely,
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

  /** Adds changes; true if any matters to waiting students. */
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
      // Joining or leaving a line affects that line only.
      case 'seatsChanged':
        for (const id of change.testmoment_ids) this.#testmomentIds.add(id)
        return
      case 'userEdited':
        this.#userIds.add(change.user_id)
        return
      // The event does not say where they were enrolled.
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
