import type { WaitingCounts, WaitingStudent } from '#domain/enrollments/waiting-list.schema.ts'

type Entry = Pick<WaitingStudent, 'place' | 'has_seat'> & { user: Pick<WaitingStudent['user'], 'id'> }

/** Each once: a student who waits for two modules takes one seat. */
export const studentsOf = (entries: readonly Entry[]): number[] => [...new Set(entries.map(({ user }) => user.id))]

/** Effects of giving some in line a seat. */
export interface SeatPlan<Given> {
  /** who would have a seat then, and has none now */
  newcomers: number
  /** how many of them come above the seats there are */
  above: number
  /** those who come above none, in the order of the line */
  fitting: Given[]
  /** students who wait longer than the last of them, and go on waiting */
  longer: number
}

/** `entries` in the order of the line. */
export function planSeats<Given extends Entry>(
  entries: readonly Given[],
  { free }: Pick<WaitingCounts, 'free'>,
): SeatPlan<Given> {
  const newcomers = studentsOf(entries.filter(({ has_seat }) => !has_seat))
  const fitting = new Set(newcomers.slice(0, free ?? newcomers.length))
  const last = Math.max(0, ...entries.map(({ place }) => place))
  return {
    newcomers: newcomers.length,
    above: newcomers.length - fitting.size,
    fitting: entries.filter(({ user, has_seat }) => has_seat || fitting.has(user.id)),
    longer: last - studentsOf(entries).length,
  }
}
