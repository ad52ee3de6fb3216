import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { freeIn, loadSeats } from '#api-server/enrollments/desk/waiting-line.ts'
import { listLines } from '#api-server/enrollments/waiting/waiting.queries.ts'
import { listMomentsOfActiveYear } from '#api-server/testmoments/testmoment.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { placesInLine } from '#domain/enrollments/waiting.rules.ts'
import type { MomentSeats } from '#domain/enrollments/waiting.schema.ts'
import { earliestCurrentDay, isCurrent } from '#domain/testmoments/testmoment.rules.ts'

/** How it stands with the seats of the school, the same for everybody. */
export interface SchoolSeats {
  /** the limited ones of the active year that have not been, earliest first */
  moments: readonly MomentSeats[]
  /** by moment, then by student: their place in its line */
  places: ReadonlyMap<number, ReadonlyMap<number, number>>
}

export interface SeatsNow {
  /** As it is when it is asked for, or later: what was committed before is in it, whoever did it. */
  read(): Promise<SchoolSeats>
}

/** So much longer than the work took it rests after it, so that it takes a fifth of the time however many ask; in ms at most. */
const RESTS = 4
const LONGEST_REST = 250

/**
 * The seats for all who ask at about the same time: one answer, begun after they asked. At an opening thousands ask, and
 * a line may be as long as a school.
 */
export function openSeatsNow({ database, clock }: { database: Database; clock: () => number }): SeatsNow {
  let next: Promise<SchoolSeats> | undefined
  let last: Promise<unknown> = Promise.resolve()

  const begin = async () => {
    await last
    // Who asks from here on may know of more than this will see.
    next = undefined
    const began = performance.now()
    const loading = loadSchoolSeats(database.kysely, clock())
    last = loading
      .catch(() => undefined)
      .then(() => pause(Math.min(LONGEST_REST, RESTS * (performance.now() - began)), undefined, { ref: false }))
    return loading
  }

  return {
    read: () => {
      next ??= begin()
      return next
    },
  }
}

async function loadSchoolSeats(kysely: Kysely<Tables>, now: number): Promise<SchoolSeats> {
  const all = await listMomentsOfActiveYear(kysely, { from: earliestCurrentDay(now) })
  const limited = all.filter((moment) => moment.seats > 0 && isCurrent(moment, now))
  const lines = Map.groupBy(await listLines(kysely), ({ testmoment_id }) => testmoment_id)
  const places = new Map([...lines].map(([id, line]) => [id, placesInLine(line)]))
  const states = await loadSeats(kysely, limited, now)
  const moments = limited.flatMap(({ id }) => {
    const state = states.get(id)
    if (!state) return []
    return { testmoment_id: id, seats: state.seats, free: freeIn(state), waiting: places.get(id)?.size ?? 0 }
  })
  return { moments, places }
}
