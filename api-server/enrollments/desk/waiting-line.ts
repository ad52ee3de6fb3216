import type { Claims } from '#api-server/facts/enrollment-hooks.ts'
import { compiledBySize, type Ids } from '#database/queries/batched-reads.ts'
import { countSeats, findSeats, keepCounts } from '#database/queries/seats-taken.ts'
import type { Kysely } from '#database/tables.ts'
import { hasSeat } from '#domain/enrollments/enrollment.rules.ts'
import { freeSeats, mayBePromoted, placesInLine, standstillOf } from '#domain/enrollments/waiting.rules.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import {
  type BatchFacts,
  loadFacts,
  type MomentState,
  type StudentState,
  type WaitingRow,
  waitingModuleFacts,
} from './state.ts'

/** Seats of a moment with a limit; each decision of a batch updates them. */
export interface SeatState {
  seats: number
  /** number of students with a seat */
  taken: number
  /** students in line who can take a seat now; read only up to the seats that are free or may come free in this batch */
  claimants: Set<number>
}

/** Number of seats that are free for students who are not in line. */
export const freeIn = ({ seats, taken, claimants }: SeatState): number =>
  freeSeats({ seats, taken, claimed: claimants.size })

/** Options for callers that hold `lockPlaces` on all these moments. Only they may cache the count. */
interface GivingSeats {
  /** number of students who ask; where all fit anyway, `taken` may be an upper bound */
  asking: number
  /** number of enrollments that may end; the seats they free go to waiting students too */
  leaving: number
}

/**
 * Loads the seats of those moments that have a limit. Callers that give out seats must hold `lockPlaces`; a preview need not.
 */
export async function loadSeats(
  kysely: Kysely,
  moments: Iterable<Pick<MomentState, 'id' | 'seats'>>,
  now: number,
  giving?: GivingSeats,
): Promise<Map<number, SeatState>> {
  const limited = new Map([...moments].filter(({ seats }) => seats > 0).map((moment) => [moment.id, moment]))
  if (limited.size === 0) return new Map()
  const ids = [...limited.keys()]
  const states = new Map<number, SeatState>()
  const changedCounts: { id: number; taken: number }[] = []
  const found = giving ? await findSeats(kysely, ids, [giving.asking]) : await countSeats(kysely, ids)
  for (const { id, seats, first_waiting, taken, ...kept } of found) {
    const state = { seats, taken: taken ?? 0, claimants: new Set<number>() }
    states.set(id, state)
    if ('at_most' in kept && taken !== kept.at_most) changedCounts.push({ id, taken: state.taken })
    const moment = limited.get(id)
    if (!moment || first_waiting === null) continue
    const limit = freeIn(state) + (giving?.leaving ?? 0)
    state.claimants = await findClaimants(kysely, { moment, now, limit })
  }
  if (changedCounts.length > 0) await keepCounts(kysely, changedCounts)
  return states
}

/** Finds the students in line who can take a seat at the moment if one is free. */
export async function findClaimants(kysely: Kysely, { moment, now, limit, wished }: Claims): Promise<Set<number>> {
  const claimants = new Set<number>()
  if (limit <= 0) return claimants
  for await (const { entry, student, may } of judgeLine(kysely, moment, now, { wished })) {
    if (may && !hasSeat(student.enrollments, moment.id)) claimants.add(entry.user_id)
    if (claimants.size >= limit) break
  }
  return claimants
}

/** The waiting list is read in parts, since it may be as long as a school. */
const ENTRIES_PER_QUERY = 200

/** An entry in line; `may` if the student can take a seat now, should one be free. */
export interface JudgedEntry {
  entry: WaitingRow
  student: StudentState
  may: boolean
  /** facts of this entry and of those judged in the same query */
  facts: BatchFacts
}

interface LineLook {
  /** whether from now on only students matter who already have a seat there, and wait with another module */
  isFull?: () => boolean
  /** fields of the moment after a change that is not written yet */
  wished?: Partial<MomentFacts> | undefined
}

/**
 * Yields a moment's line in order, or nothing at a standstill (`standstillOf`). Each entry is judged as an enrollment of that
 * student, on committed data: students in line are not locked. While the caller holds the lock on the moment's seats, nobody
 * joins the line.
 */
export async function* judgeLine(
  kysely: Kysely,
  moment: Pick<MomentState, 'id'>,
  now: number,
  { isFull = () => false, wished = {} }: LineLook = {},
): AsyncGenerator<JudgedEntry> {
  for (let afterId = 0; ; ) {
    const entries = await listLine(kysely, moment.id, { after: afterId, limit: ENTRIES_PER_QUERY, seated: isFull() })
    const last = entries.at(-1)
    if (!last) return
    const facts = await loadFacts(kysely, {
      userIds: [...new Set(entries.map(({ user_id }) => user_id))],
      testmomentIds: [moment.id],
      moduleIds: [...new Set(entries.map(({ module_id }) => module_id))],
    })
    const found = facts.moments.get(moment.id)
    const stands = found && { ...found, ...wished }
    if (!stands || standstillOf(stands, now) !== null) return
    for (const entry of entries) {
      const student = facts.students.get(entry.user_id)
      if (!student) continue
      const { enrollments } = student
      const module = waitingModuleFacts(entry.module_id, facts, student)
      yield {
        entry,
        student,
        facts,
        may: mayBePromoted({ moment: stands, module, enrollments, moves: entry.moves, now }),
      }
    }
    if (entries.length < ENTRIES_PER_QUERY) return
    afterId = last.id
  }
}

export const listEntries = compiledBySize((kysely, ids: Ids) =>
  kysely.selectFrom('waiting_entry').select(waitingColumns).where('id', 'in', ids).orderBy('id'),
)

export const listWaitingFor = compiledBySize((kysely, userIds: Ids, moduleIds: Ids) =>
  kysely
    .selectFrom('waiting_entry')
    .select(waitingColumns)
    .where('user_id', 'in', userIds)
    .where('module_id', 'in', moduleIds)
    .orderBy('id'),
)

export const waitingColumns = ['id', 'user_id', 'testmoment_id', 'module_id', 'moves', 'created_at'] as const

const listLine = (
  kysely: Kysely,
  testmomentId: number,
  { after, limit, seated }: { after: number; limit: number; seated: boolean },
): Promise<WaitingRow[]> =>
  kysely
    .selectFrom('waiting_entry')
    .select(waitingColumns)
    .where('testmoment_id', '=', testmomentId)
    .where('id', '>', after)
    .$if(seated, (line) =>
      line.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('enrollment')
            .select('enrollment.id')
            .whereRef('enrollment.user_id', '=', 'waiting_entry.user_id')
            .whereRef('enrollment.testmoment_id', '=', 'waiting_entry.testmoment_id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()

export const listWaiting = compiledBySize((kysely, userIds: Ids, testmomentIds: Ids) =>
  kysely
    .selectFrom('waiting_entry')
    .select(waitingColumns)
    .where('user_id', 'in', userIds)
    .where('testmoment_id', 'in', testmomentIds)
    .orderBy('id'),
)

/** Lists a line in order, with the student of each entry; a student may be in it for several modules. */
export const listLineOf = (kysely: Kysely, testmomentId: number): Promise<{ id: number; user_id: number }[]> =>
  kysely
    .selectFrom('waiting_entry')
    .select(['id', 'user_id'])
    .where('testmoment_id', '=', testmomentId)
    .orderBy('id')
    .execute()

/** Place in line of a student who is in it: by the first of their entries, behind all students with an earlier one. */
export async function placeOf(kysely: Kysely, testmomentId: number, userId: number): Promise<number> {
  const { ahead } = await kysely
    .selectFrom('waiting_entry')
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('ahead'))
    .where('testmoment_id', '=', testmomentId)
    .where('id', '<', ({ selectFrom }) =>
      selectFrom('waiting_entry as own')
        .select(({ fn }) => fn.min('own.id').as('id'))
        .where('own.testmoment_id', '=', testmomentId)
        .where('own.user_id', '=', userId),
    )
    .executeTakeFirstOrThrow()
  return ahead + 1
}

/**
 * Places in line by user id, of the students whose first entry is this one or a later one. A line may be as long as a school, and
 * who joins is at its end.
 */
export async function placesFrom(kysely: Kysely, testmomentId: number, from: number): Promise<Map<number, number>> {
  const rows = await kysely
    .selectFrom('waiting_entry as own')
    .select(['own.id', 'own.user_id'])
    .select(({ selectFrom }) =>
      selectFrom((query) =>
        query
          .selectFrom('waiting_entry')
          .select('user_id')
          .distinct()
          .where('testmoment_id', '=', testmomentId)
          .where('id', '<', from)
          .as('sooner'),
      )
        .select(({ fn }) => fn.countAll<number>().as('ahead'))
        .as('ahead'),
    )
    .where('own.testmoment_id', '=', testmomentId)
    .where('own.id', '>=', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('waiting_entry as sooner')
            .select('sooner.id')
            .whereRef('sooner.user_id', '=', 'own.user_id')
            .where('sooner.testmoment_id', '=', testmomentId)
            .where('sooner.id', '<', from),
        ),
      ),
    )
    .orderBy('own.id')
    .execute()
  const ahead = rows[0]?.ahead ?? 0
  return new Map([...placesInLine(rows)].map(([userId, place]) => [userId, ahead + place]))
}
