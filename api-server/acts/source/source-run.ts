import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { findActiveSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import { backOff } from '#database/outbox/back-off.ts'
import { dayOf, startOfDay } from '#domain/calendar/amsterdam.ts'
import { isBraked, waitsForTeacher } from '#domain/source/source.rules.ts'
import { missingItemSchema, type SourceCounts, sourceCountsSchema } from '#domain/source/source.schema.ts'
import type { Poller } from '#server/poller.ts'
import { boundMemory } from '#server/process.ts'
import type { SourceConfig } from '#server/source-config.ts'
import { applyPeople } from './apply-people.ts'
import { assessPeople } from './assess-people.ts'
import { makeMissing } from './make-missing.ts'
import { readOffer, readPeople } from './read-source.ts'
import { openSourceClient } from './source-client.ts'
import { SourceFault } from './source-fault.ts'
import { startSourcePoller } from './source-poller.ts'
import { codesIn, holdSource, keepSource, type SourceState } from './source-state.queries.ts'

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
  /** ms since the epoch */
  clock: () => number
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** waits some ms, instead of real time in tests */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Follows the source each night until stopped; goes on with a run that was cut off. */
export const startSource = (desk: SourceDesk, poll = POLL_MS): Poller =>
  startSourcePoller({
    work: (signal) => workOnSource(desk, signal),
    warning: 'the source of students waits',
    log: desk.log,
    poll,
  })

/**
 * Does what is due: begins the nightly run, or goes on with one. Only one process does so at a time. A run that the source
 * interrupts is put off; the state says why.
 */
export async function workOnSource(desk: SourceDesk, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = desk
  const held = await holdSource(database, clock())
  if (!held) return
  let state = held
  try {
    if (!isUnderWay(state) && isNightDue(state, clock())) state = await beginRun(desk, state)
    if (state.phase === 'reading') state = await readAll(desk, state, signal)
    if (state.phase === 'applying') state = await applyAll(desk, state, signal)
    await keepSource(database, { held_until: null }, clock())
  } catch (error) {
    if (signal.aborted) {
      await keepSource(database, { held_until: null }, clock())
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
  await keepSource(database, changes, clock())
  return { ...state, ...changes }
}

const beginRun = (desk: SourceDesk, state: SourceState): Promise<SourceState> =>
  change(desk, state, readingFrom(state, { byHand: false, now: desk.clock() }))

/** State at the beginning of a run. `now` in ms since the epoch. */
export const readingFrom = (state: SourceState, { byHand, now }: { byHand: boolean; now: number }) => ({
  run: state.run + 1,
  phase: 'reading' as const,
  by_hand: byHand,
  started_at: new Date(now).toISOString(),
  finished_at: null,
  next_page: 1,
  attempts: 0,
  fault: null,
})

/** Brings the copy up to date, and decides how the run goes on. */
async function readAll(desk: SourceDesk, state: SourceState, signal: AbortSignal): Promise<SourceState> {
  const { database, source, clock, log, pause } = desk
  const afterPage = boundMemory(MOST_GROWN)
  const client = openSourceClient({ source, clock, signal, afterPage, ...(pause && { pause }) })
  try {
    const session = state.session_code ?? (await findActiveSchoolyear(database.kysely))?.name
    if (session === undefined) throw new SourceFault('source-session')
    const { programmes, missing } = await readOffer(client, database.kysely, {
      programmeCodes: codesIn(state.programme_codes),
      moduleCodes: codesIn(state.module_codes),
      modules: source.modules,
    })
    await readPeople({
      ...{ client, database, programmes, session, run: state.run, byHand: state.by_hand, from: state.next_page },
      codeType: state.number_code_type,
      onPage: async (next_page) => {
        await keepSource(database, { next_page }, clock())
      },
    })
    const counts = await countPeople(desk, signal)
    const phase = isBraked(counts) ? 'braked' : state.by_hand ? 'previewed' : 'applying'
    if (phase === 'braked') log.warn({ counts }, 'a teacher decides about the source of students: much would change')
    const found = { missing: JSON.stringify(missing), counts: JSON.stringify(counts), fault: null, attempts: 0 }
    return await change(desk, state, { phase, ...found })
  } finally {
    await client.close()
  }
}

/** Counts what a run would do: accounts, and people that a teacher decides about or reads a remark on. */
async function countPeople({ database, clock }: SourceDesk, signal: AbortSignal): Promise<SourceCounts> {
  const counts = { people: 0, followed: 0, added: 0, changed: 0, gone: 0, waiting: 0, remarked: 0 }
  const settle = boundMemory(MOST_GROWN)
  for await (const assessed of assessPeople(database.kysely, clock)) {
    signal.throwIfAborted()
    settle()
    for (const { followed } of assessed) {
      counts.people += 1
      if (followed.user_id !== null) counts.followed += 1
      if (followed.outcome === 'added') counts.added += 1
      if (followed.outcome === 'changed') counts.changed += 1
      if (followed.outcome === 'gone') counts.gone += 1
      if (followed.remarks.some(waitsForTeacher)) counts.waiting += 1
      else if (followed.remarks.length > 0) counts.remarked += 1
    }
  }
  return counts
}

const missingSchema = z.array(missingItemSchema)

async function applyAll(desk: SourceDesk, state: SourceState, signal: AbortSignal): Promise<SourceState> {
  const { database, clock } = desk
  await makeMissing(database, missingSchema.parse(JSON.parse(state.missing)), clock)
  const settle = boundMemory(MOST_GROWN)
  for await (const assessed of assessPeople(database.kysely, clock)) {
    signal.throwIfAborted()
    settle()
    await applyPeople(desk, assessed)
    await keepSource(database, {}, clock())
  }
  const counts = sourceCountsSchema.parse(JSON.parse(state.counts ?? '{}'))
  return change(desk, state, {
    phase: 'done',
    finished_at: new Date(clock()).toISOString(),
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
  await keepSource(database, { fault: code, attempts, ...rest }, now)
}
