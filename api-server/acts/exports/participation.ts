import type { PresenceStatus } from '#domain/presence/presence.schema.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { inNameOrder } from '#domain/users/name-order.ts'
import { compareDutch } from '#domain/users/names.ts'

/** A test moment with all its enrollments, as they were at one instant; plain, so that it can go to another thread. */
export interface Participation extends TestmomentFields {
  participants: Participant[]
  /** rooms of the moment in their order */
  rooms: PrintedRoom[]
  /** who waits for a seat there, in order; for the export alone */
  waiting: WaitingParticipant[]
  /** ms since the epoch */
  madeAt: number
}

export interface PrintedRoom {
  id: number
  name: string
  /** for invigilators */
  remark: string
}

/** One enrollment, as teachers need it on a list. Who has extra time is nowhere in it, see `readParticipation` in participation.queries.ts. */
export interface Participant {
  user_id: number
  module: string
  description: string
  first_name: string
  last_name: string
  username: string
  student_number: string | null
  education_department: string | null
  class_group: string | null
  /** room of their chair; null without one */
  room: string | null
  /** null where chairs have no numbers */
  seat_number: number | null
  /** ISO instant */
  created_at: string
}

/** One place in line: `created_at` is since when. */
export interface WaitingParticipant extends Omit<Participant, 'room' | 'seat_number'> {
  /** counted from 1, in students */
  place: number
  moves: boolean
}

/** One enrollment, with what came of it. */
export interface GradedParticipant extends Participant {
  presence: PresenceStatus | null
  /** result as last typed */
  draft: ResultValue | null
  /** result as last published to the student, and when */
  published: ResultValue | null
  published_at: string | null
}

export type GradedParticipation = TestmomentFields & { participants: GradedParticipant[] }

export interface ModuleList<Listed extends Participant> {
  module: string
  description: string
  /** participants by last name, see domain/users/names.ts */
  participants: Listed[]
}

/** A list for each module that somebody is enrolled in, by the name of the module. */
export function byModule<Listed extends Participant>(participants: readonly Listed[]): ModuleList<Listed>[] {
  return [...Map.groupBy(participants, ({ module }) => module)]
    .sort(([one], [other]) => compareDutch(one, other))
    .map(([module, members]) => ({
      module,
      description: members[0]?.description ?? '',
      participants: inNameOrder(members),
    }))
}

/** The rooms in which somebody sits, in their order, with those people; then those without a chair, if any. */
export function byRoom({ rooms, participants }: Pick<Participation, 'rooms' | 'participants'>) {
  const seated = Map.groupBy(byStudent(participants), ({ room }) => room)
  const places = [...rooms, null].map((room) => ({ room, students: seated.get(room?.name ?? null) ?? [] }))
  return places.filter(({ students }) => students.length > 0)
}

/** A student with what they do at the moment. */
export interface ListedStudent extends Participant {
  /** modules by name */
  modules: string[]
}

/** Everybody once, by last name. */
export const byStudent = (participants: readonly Participant[]): ListedStudent[] =>
  inNameOrder(
    [...Map.groupBy(participants, ({ user_id }) => user_id).values()].flatMap((enrollments) =>
      enrollments.slice(0, 1).map((student) => ({
        ...student,
        modules: enrollments.map(({ module }) => module).toSorted(compareDutch),
      })),
    ),
  )

const files = {
  toetsmoment: 'xlsx',
  uitslagen: 'xlsx',
  presentielijst: 'pdf',
  'presentielijst-per-module': 'pdf',
  'presentielijst-per-lokaal': 'pdf',
  deurlijst: 'pdf',
  'voor-de-surveillant': 'pdf',
} as const
export type FileKind = keyof typeof files

export interface NamedMoment extends Pick<Participation, 'date' | 'duration' | 'starts_at'> {
  id: number
  /** when others of that day begin; null of one without a time */
  others: readonly (string | null)[]
}

/**
 * 'toetsmoment-2026-11-24.xlsx', 'presentielijst-week-van-2026-11-23.pdf'; with its time, or else its number, where a
 * day has several: 'uitslagen-2026-11-24-09.00.xlsx', 'uitslagen-2026-11-24-nr-12.xlsx'.
 */
export function fileName(kind: FileKind, { id, date, duration, starts_at, others }: NamedMoment): string {
  const isKnownByTime = starts_at !== null && !others.includes(starts_at)
  const apart = isKnownByTime ? starts_at.replace(':', '.') : `nr-${id}`
  const which = others.length > 0 ? `-${apart}` : ''
  return `${kind}-${duration === 'week' ? 'week-van-' : ''}${date}${which}.${files[kind]}`
}
