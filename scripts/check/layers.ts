import { readImports } from './checks.ts'

/** Top folders whose own folders (rooms) should import each other in one direction only. */
const FLOORS = [
  { floor: 'api-server', last: 14, aim: '≤ 4' },
  { floor: 'domain', last: 16, aim: '0' },
  { floor: 'src', last: 0, aim: '0' },
]

/** Rooms of src from the top down, some on one line. A room may import only rooms on lower lines. */
const SRC_ORDER = [
  ['app', 'routes'],
  ['student', 'admin', 'account', 'settings', 'onboarding', 'invigilator'],
  ['parts'],
  ['session', 'enrollment', 'presence', 'push', 'offline', 'live', 'toasts', 'updates', 'install'],
  ['ui', 'api'],
]

interface Arrow {
  from: string
  to: string
}

/** Measures for each top folder how far its rooms import each other in one direction only, and lists the exceptions. */
export async function measureLayers() {
  const result = await readImports()
  if (typeof result === 'string') throw new Error(result)
  const arrows = result.modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }): Arrow => ({ from: source, to: resolved })),
  )
  const floors = FLOORS.map(({ floor, last, aim }) => {
    const knots = knotsOf(roomsKnownBy(floor, arrows))
    const largest = Math.max(0, ...knots.map((rooms) => rooms.length))
    const figure = { name: `rooms of ${floor} in one knot`, value: largest, last, aim }
    return { figure, listing: { title: figure.name, entries: knots.map((rooms) => rooms.join(', ')) } }
  })
  const upward = arrows.filter(({ from, to }) => lineOf(from) > lineOf(to))
  const upwardName = 'imports of src that run back up'
  return {
    figures: [...floors.map(({ figure }) => figure), { name: upwardName, value: upward.length, last: 1, aim: '0' }],
    listings: [
      ...floors.map(({ listing }) => listing),
      { title: upwardName, entries: upward.map(({ from, to }) => `${from} → ${to}`) },
    ].filter(({ entries }) => entries.length > 0),
  }
}

/** The folder directly in `floor` that holds a file of it; undefined for files outside it or directly in it. */
function roomOf(floor: string, file: string): string | undefined {
  const [first, room, ...rest] = file.split('/')
  return first === floor && rest.length > 0 ? room : undefined
}

function roomsKnownBy(floor: string, arrows: readonly Arrow[]): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>()
  for (const { from, to } of arrows) {
    const [room, other] = [roomOf(floor, from), roomOf(floor, to)]
    if (room === undefined || other === undefined || room === other) continue
    known.set(room, (known.get(room) ?? new Set()).add(other))
  }
  return known
}

/** Groups of two or more rooms that all reach each other (strongly connected components), with sorted names. */
function knotsOf(known: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = new Map([...known.keys()].map((room) => [room, reachedFrom(room, known)]))
  const knots = new Map<string, string[]>()
  for (const [room, others] of reached) {
    const knot = [...others].filter((other) => reached.get(other)?.has(room)).toSorted()
    if (knot.length > 1) knots.set(knot.join(), knot)
  }
  return [...knots.values()]
}

/** Rooms that `room` imports, directly or through others; includes `room` only if one of them imports it back. */
function reachedFrom(room: string, known: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>()
  const queue = [...(known.get(room) ?? [])]
  for (const next of queue) {
    if (reached.has(next)) continue
    reached.add(next)
    queue.push(...(known.get(next) ?? []))
  }
  return reached
}

/** Line of `SRC_ORDER` with the file's room, from 0 at the top; NaN for other files, which makes comparisons false. */
function lineOf(file: string): number {
  const room = roomOf('src', file)
  const line = SRC_ORDER.findIndex((rooms) => room !== undefined && rooms.includes(room))
  return line === -1 ? Number.NaN : line
}
