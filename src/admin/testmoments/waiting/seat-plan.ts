import type { WaitingCounts, WaitingStudent } from '#domain/enrollments/waiting-list.schema.ts'

type Entry = Pick<WaitingStudent, 'place' | 'has_seat'> & { user: Pick<WaitingStudent['user'], 'id'> }

/** Ids without duplicates: a student who waits for two modules takes one seat. */
export const studentsOf = (entries: readonly Entry[]): number[] => [...new Set(entries.map(({ user }) => user.id))]

/** Effects of giving seats to some of the waiting students. */
export interface SeatPlan<Given> {
  /** number of students who get a seat, and have none now */
  newcomers: number
  /** number of these above the limit of seats */
  above: number
  /** entries within the limit, in the order of the waiting list */
  fitting: Given[]
  /** number of students who wait longer than the last of them, and go on waiting */
  longer: number
}

/** `entries` are in the order of the waiting list. */
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
