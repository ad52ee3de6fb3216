import { setTimeout as pause } from 'node:timers/promises'
import { freeIn, loadSeats } from '#api-server/enrollments/desk/waiting-line.ts'
import { listMomentsOfActiveYear } from '#api-server/facts/testmoment.queries.ts'
import type { LiveEvent } from '#api-server/platform/live/events.ts'
import type { Change } from '#database/changes/change.ts'
import type { ChangeListener } from '#database/changes/listen-to-changes.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { placesInLine } from '#domain/enrollments/waiting.rules.ts'
import type { MomentSeats } from '#domain/enrollments/waiting.schema.ts'
import { earliestCurrentDay, isCurrent } from '#domain/testmoments/testmoment.rules.ts'

/** Seats and lines of the school, the same for everybody. */
export interface SchoolSeats {
  /** moments of the active year that have a limit and are not past, earliest first */
  moments: readonly MomentSeats[]
  /** place in line by moment, then by student */
  places: ReadonlyMap<number, ReadonlyMap<number, number>>
}

export interface SeatsNow {
  /** reads the seats at the time of the call or later, so it includes everything committed before, by any process */
  read(): Promise<SchoolSeats>
}

/** After a read it rests for this many times the length of the read (max 250 ms), however many screens ask. */
const REST_FACTOR = 4
const LONGEST_REST_MS = 250

/**
 * Opens a reader that answers all callers of about the same time with one read, begun after they asked. At an opening thousands
 * ask, and a line may be as long as a school.
 */
export function openSeatsNow({ database, clock }: { database: Database; clock: () => number }): SeatsNow {
  let next: Promise<SchoolSeats> | undefined
  let last: Promise<unknown> = Promise.resolve()

  const begin = async () => {
    await last
    // Callers from here on may know of changes that this read misses.
    next = undefined
    const began = performance.now()
    const loading = loadSchoolSeats(database.kysely, clock())
    last = loading
      .catch(() => undefined)
      .then(() =>
        pause(Math.min(LONGEST_REST_MS, REST_FACTOR * (performance.now() - began)), undefined, { ref: false }),
      )
    return loading
  }

  return {
    read: () => {
      next ??= begin()
      return next
    },
  }
}

async function loadSchoolSeats(kysely: Kysely, now: number): Promise<SchoolSeats> {
  const all = await listMomentsOfActiveYear(kysely, { from: earliestCurrentDay(now) })
  const limited = all.filter((moment) => moment.seats > 0 && isCurrent(moment, now))
  const lines = Map.groupBy(await listWaitingEntries(kysely), ({ testmoment_id }) => testmoment_id)
  const places = new Map([...lines].map(([id, line]) => [id, placesInLine(line)]))
  const states = await loadSeats(kysely, limited, now)
  const moments = limited.flatMap(({ id }) => {
    const state = states.get(id)
    if (!state) return []
    return { testmoment_id: id, seats: state.seats, free: freeIn(state), waiting: places.get(id)?.size ?? 0 }
  })
  return { moments, places }
}

/** ms between two notices of the number of free seats at a moment */
const SEATS_PAUSE_MS = 1_000
/** ms between two notices to students in line that their place changed */
const PLACES_PAUSE_MS = 10_000

/** ms over which students in line spread fetching their new place: about 300 a second, at most 15 s in all. */
const spreadFor = (waiting: number) => Math.min(15_000, waiting * 3)

/** Events that change no seat and no line. */
const IRRELEVANT: ReadonlySet<Change['event']> = new Set([
  'loginsEnded',
  'streamsOpened',
  'messagesChanged',
  'userCreated',
])

interface SeatsNewsDeps {
  seats: SeatsNow
  send: (event: LiveEvent) => void
}

/**
 * Checks seats that may have changed. Everybody is notified of the number of free seats, with the number itself: by the time a
 * whole school had fetched it, it would be outdated. Students in line are notified that their place changed.
 */
export function createSeatsNews({ seats, send }: SeatsNewsDeps) {
  const free = oneByOne(announceFree(seats, send))
  const places = oneByOne(announcePlaces(seats, send))
  const wake = (named: Iterable<number>) => {
    free.wake(named)
    places.wake(named)
  }
  const listener: ChangeListener = {
    changed: (changes) => {
      const relevant = changes.filter(({ event }) => !IRRELEVANT.has(event))
      if (relevant.length > 0) wake(relevant.flatMap(momentsIn))
    },
    missed: () => wake([]),
  }
  const stop = () => {
    free.stop()
    places.stop()
  }
  return { listener, stop }
}

function momentsIn(change: Change): readonly number[] {
  if ('testmoment_ids' in change) return change.testmoment_ids
  const isOfMoment = change.event === 'testmomentCreated' || change.event === 'testmomentEdited'
  return isOfMoment && change.id !== undefined ? [change.id] : []
}

/** Looks at seats, with the moments that changed since the last look. Returns the time (ms) to wait before the next. */
type Look = (named: ReadonlySet<number>) => Promise<number>

/**
 * Announces changed numbers of free seats. Before the first change of a moment the last number is unknown: screens have fetched
 * it.
 */
function announceFree(seats: SeatsNow, send: SeatsNewsDeps['send']): Look {
  let announced = new Map<number, number>()
  return async (named) => {
    const { moments } = await seats.read()
    const previous = announced
    announced = new Map()
    for (const { testmoment_id: id, free, waiting } of moments) {
      const last = previous.get(id)
      if (last === undefined && !named.has(id)) continue
      announced.set(id, free)
      if (last === free) continue
      send({ to: { who: 'everyone' }, name: 'seatsChanged', id, free, spread: spreadFor(waiting) })
    }
    return SEATS_PAUSE_MS
  }
}

function announcePlaces(seats: SeatsNow, send: SeatsNewsDeps['send']): Look {
  let places: SchoolSeats['places'] = new Map()
  const nobody: ReadonlyMap<number, number> = new Map()
  /** Students in line at the time of the call, not a copy: sent events are kept, and a line may be as long as a school. */
  const inLineAt = (id: number) => {
    const line = () => places.get(id) ?? nobody
    return {
      has: (userId: number) => line().has(userId),
      keys: () => line().keys(),
      get size() {
        return line().size
      },
    }
  }
  return async () => {
    const previous = places
    places = (await seats.read()).places
    let rest = SEATS_PAUSE_MS
    for (const [id, line] of places) {
      const last = previous.get(id) ?? nobody
      if ([...line].every(([userId, place]) => (last.get(userId) ?? place) === place)) continue
      rest = PLACES_PAUSE_MS
      send({ to: { who: 'users', ids: inLineAt(id) }, name: 'seatsChanged', id, spread: spreadFor(line.size) })
    }
    return rest
  }
}

/** Runs `look` at once when woken; if woken again meanwhile, once more after the rest. */
function oneByOne(look: Look) {
  let momentIds = new Set<number>()
  let isDue = false
  let isLooking = false
  let timer: NodeJS.Timeout | undefined

  const begin = async () => {
    const those = momentIds
    momentIds = new Set()
    isDue = false
    isLooking = true
    let rest = SEATS_PAUSE_MS
    try {
      rest = await look(those)
    } catch {
      // The database is away. The listener misses changes too, and reports that once it is back.
      for (const id of those) momentIds.add(id)
    }
    timer = setTimeout(() => {
      isLooking = false
      if (isDue) void begin()
    }, rest).unref()
  }

  return {
    wake: (ids: Iterable<number>) => {
      for (const id of ids) momentIds.add(id)
      isDue = true
      if (!isLooking) void begin()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Lists the entries of all waiting lists in order of joining; there are few, and none at past moments. */
const listWaitingEntries = (kysely: Kysely) =>
  kysely.selectFrom('waiting_entry').select(['id', 'user_id', 'testmoment_id']).orderBy('id').execute()
