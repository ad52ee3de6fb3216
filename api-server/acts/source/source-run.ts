import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { recordChanges } from '#api-server/facts/record-change.ts'
import { lockNames } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import { backOff } from '#database/outbox/back-off.ts'
import { SOURCE } from '#domain/audit/audit.texts.ts'
import { dayOf, startOfDay } from '#domain/calendar/amsterdam.ts'
import { schoolNameKey } from '#domain/entities/school-name.rules.ts'
import { isBraked, isFirstRun, phaseNow } from '#domain/source/source.rules.ts'
import {
  type MissingItem,
  missingItemSchema,
  type SourceCounts,
  sourceCountsSchema,
} from '#domain/source/source.schema.ts'
import type { Poller } from '#server/poller.ts'
import { boundMemory } from '#server/process.ts'
import type { SourceConfig } from '#server/source-config.ts'
import { applyPeople } from './apply-people.ts'
import { assessPeople } from './assess-people.ts'
import { addTally, nobodyCounted, noteCounted } from './counted-people.ts'
import { readOffer, readPeople } from './read-source.ts'
import { openSourceClient } from './source-client.ts'
import { SourceFault } from './source-fault.ts'
import { startSourcePoller } from './source-poller.ts'
import {
  groundsOf,
  HoldLost,
  holdSource,
  keepSource,
  parseCodes,
  readSource,
  type SourceState,
} from './source-state.queries.ts'

/** ms after midnight in Amsterdam at which the nightly run is due: schools write their own files before it. */
const NIGHT_MS = 3 * 3_600_000

/** ms between looks whether a run is due */
const POLL_MS = 60_000

/** Failures in a row after which a run is over until the next night: some hours. */
const ATTEMPTS = 8

/** Bytes by which the process grows before a run frees what it no longer needs. */
const MOST_GROWN = 48 * 2 ** 20

export interface SourceDesk {
  database: Database
  source: SourceConfig
  clock: () => number
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** waits some ms, instead of real time in tests */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Follows the source each night until stopped; goes on with a run that was cut off. */
export const startSource = (desk: SourceDesk): Poller =>
  startSourcePoller({
    work: (signal) => workOnSource(desk, signal),
    warning: 'the source of students waits',
    log: desk.log,
    poll: POLL_MS,
  })

/**
 * Does what is due: begins the nightly run, or goes on with one. Only one process does so at a time. A run that the source
 * interrupts is put off; the state says why. The first run of an address and session begins by hand alone.
 */
export async function workOnSource(desk: SourceDesk, signal: AbortSignal): Promise<void> {
  const held = await holdSource(desk.database, desk.clock())
  if (!held) return
  try {
    await workWhileHeld(desk, held, signal)
  } catch (error) {
    // A teacher gave the run to another process, which goes on.
    if (!(error instanceof HoldLost)) throw error
  }
}

async function workWhileHeld(desk: SourceDesk, held: SourceState, signal: AbortSignal): Promise<void> {
  const { database, source, clock, log } = desk
  let state = held
  try {
    const grounds = await groundsOf(database.kysely, source, state)
    if (state.followed_origin === '' && grounds.session !== undefined)
      state = await change(desk, state, { followed_origin: grounds.origin })
    if (phaseNow(state, grounds, clock()) !== state.phase) state = await change(desk, state, { phase: 'void' })
    if (!isUnderWay(state) && !isFirstRun(state, grounds) && isNightDue(state, clock()))
      state = await beginRun(desk, state)
    if (state.phase === 'reading') state = await readAll(desk, state, signal)
    if (state.phase === 'applying') state = await applyAll(desk, state, signal)
    await keepSource(database, state, { held_until: null }, clock())
  } catch (error) {
    if (signal.aborted) {
      await keepSource(database, state, { held_until: null }, clock())
      return
    }
    if (!(error instanceof SourceFault)) throw error
    log.warn({ fault: error.message }, 'the source of students could not be read')
    await putOff(desk, state, error)
  }
}

const isUnderWay = ({ phase }: SourceState): boolean => phase === 'reading' || phase === 'applying'

/** Whether no run began since the last time at which the nightly one is due. A run that waits for a teacher keeps waiting. */
function isNightDue({ phase, started_at }: SourceState, now: number): boolean {
  const due = startOfDay(dayOf(now - NIGHT_MS)) + NIGHT_MS
  return phase !== 'previewed' && phase !== 'braked' && (started_at === null || Date.parse(started_at) < due)
}

async function change({ database, clock }: SourceDesk, state: SourceState, changes: Partial<SourceState>) {
  await keepSource(database, state, changes, clock())
  return { ...state, ...changes }
}

const beginRun = async (desk: SourceDesk, state: SourceState): Promise<SourceState> => {
  const { basis } = await groundsOf(desk.database.kysely, desk.source, state)
  return change(desk, state, readingFrom(state, { byHand: false, basis, now: desk.clock() }))
}

export const readingFrom = (state: SourceState, run: { byHand: boolean; basis: string; now: number }) => ({
  run: state.run + 1,
  phase: 'reading' as const,
  by_hand: run.byHand,
  run_basis: run.basis,
  started_at: new Date(run.now).toISOString(),
  finished_at: null,
  next_page: 1,
  attempts: 0,
  fault: null,
})

async function readAll(desk: SourceDesk, state: SourceState, signal: AbortSignal): Promise<SourceState> {
  const { database, source, clock, log, pause } = desk
  const afterPage = boundMemory(MOST_GROWN)
  const client = openSourceClient({ source, clock, signal, afterPage, ...(pause && { pause }) })
  try {
    const { session } = await groundsOf(database.kysely, source, state)
    if (session === undefined) throw new SourceFault('source-session')
    const { programmes, missing } = await readOffer(client, database.kysely, {
      programmeCodes: parseCodes(state.programme_codes),
      moduleCodes: parseCodes(state.module_codes),
      modules: source.modules,
    })
    await readPeople({
      ...{ client, database, programmes, session, run: state.run, byHand: state.by_hand, from: state.next_page },
      codeType: state.number_code_type,
      onPage: async (next_page) => {
        await keepSource(database, state, { next_page }, clock())
      },
    })
    const counts = await countPeople(desk, signal)
    // A teacher may have changed the settings meanwhile.
    const grounds = await groundsOf(database.kysely, source, await readSource(database))
    const isFirst = isFirstRun(state, grounds)
    const phase =
      grounds.basis !== state.run_basis
        ? 'void'
        : !isFirst && isBraked(counts)
          ? 'braked'
          : isFirst || state.by_hand
            ? 'previewed'
            : 'applying'
    if (phase === 'braked') log.warn({ counts }, 'a teacher decides about the source of students: much would change')
    const found = { missing: JSON.stringify(missing), counts: JSON.stringify(counts), fault: null, attempts: 0 }
    return await change(desk, state, { phase, ...found })
  } finally {
    await client.close()
  }
}

/** Counts what a run would do, and notes as what each person was counted, by which they are listed. */
async function countPeople({ database, clock }: SourceDesk, signal: AbortSignal): Promise<SourceCounts> {
  let counts = nobodyCounted
  const settle = boundMemory(MOST_GROWN)
  for await (const assessed of assessPeople(database.kysely, clock)) {
    signal.throwIfAborted()
    settle()
    await noteCounted(database.kysely, assessed)
    counts = addTally(counts, assessed)
  }
  return counts
}

const missingSchema = z.array(missingItemSchema)

async function applyAll(desk: SourceDesk, held: SourceState, signal: AbortSignal): Promise<SourceState> {
  const { database, source, clock } = desk
  let state = held
  const grounds = await groundsOf(database.kysely, source, state)
  if (isFirstRun(state, grounds)) {
    // The teacher agreed to these counts, and nobody to any others.
    const counts = await countPeople(desk, signal)
    if (grounds.basis !== state.run_basis || JSON.stringify(counts) !== state.counts)
      return change(desk, state, { phase: 'void', finished_at: new Date(clock()).toISOString() })
    state = await change(desk, state, { followed_origin: grounds.origin })
  }
  await makeMissing(database, missingSchema.parse(JSON.parse(state.missing)), clock)
  const settle = boundMemory(MOST_GROWN)
  for await (const assessed of assessPeople(database.kysely, clock)) {
    signal.throwIfAborted()
    settle()
    await applyPeople(desk, assessed)
    await keepSource(database, state, {}, clock())
  }
  const counts = sourceCountsSchema.parse(JSON.parse(state.counts ?? '{}'))
  return change(desk, state, {
    phase: 'done',
    finished_at: new Date(clock()).toISOString(),
    succeeded_at: new Date(clock()).toISOString(),
    missing: '[]',
    counts: JSON.stringify({ ...counts, followed: counts.followed + counts.added }),
  })
}

/** Tries again later if that may help, from the page at which it stopped. */
async function putOff({ database, clock }: SourceDesk, state: SourceState, { code }: SourceFault): Promise<void> {
  const now = clock()
  const attempts = state.attempts + 1
  const isOver = code !== 'source-away' || attempts >= ATTEMPTS
  const rest = isOver
    ? { phase: 'failed' as const, finished_at: new Date(now).toISOString(), held_until: null }
    : { held_until: new Date(now + backOff(attempts + 3)).toISOString() }
  await keepSource(database, state, { fault: code, attempts, ...rest }, now)
}

/** Makes departments and modules that the school named by their code and lacks. What is there by now stays as it is. */
async function makeMissing(database: Database, missing: readonly MissingItem[], clock: () => number): Promise<void> {
  if (missing.length === 0) return
  await database.transaction(async (trx) => {
    await lockNames(trx)
    const now = clock()
    const created_at = new Date(now).toISOString()
    for (const resource of ['education_department', 'module'] as const) {
      const known = await trx.selectFrom(resource).select('name').execute()
      const names = new Set(known.map(({ name }) => schoolNameKey(name)))
      const made = missing.filter(({ kind, name }) => kind === resource && !names.has(schoolNameKey(name)))
      const ids: number[] = []
      for (const { name, description } of made) {
        const values = resource === 'module' ? { name, description, created_at } : { name, created_at }
        ids.push((await trx.insertInto(resource).values(values).returning('id').executeTakeFirstOrThrow()).id)
      }
      if (ids.length > 0)
        await recordChanges(trx, { actorId: null, connection: SOURCE, resource, resourceIds: ids }, now)
    }
  })
}
