import type { PresenceStatus } from '#domain/presence/presence.schema.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { inNameOrder } from '#domain/users/name-order.ts'
import { compareDutch } from '#domain/users/names.ts'
import type { Person } from '#domain/users/user.schema.ts'

/** A test moment with all its enrollments at one instant, in plain values: another process writes the file. */
export interface Participation extends TestmomentFields {
  participants: Participant[]
  /** rooms of the moment, in the order in which they are printed */
  rooms: PrintedRoom[]
  /** students who wait for a seat, in order; only for the export */
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

/** One enrollment on a teacher's list. It never says who has extra time: see `readParticipation`. */
export interface Participant extends Omit<Person, 'id'> {
  user_id: number
  module: string
  description: string
  education_department: string | null
  class_group: string | null
  /** room of their chair; null without one */
  room: string | null
  /** null where chairs have no numbers */
  seat_number: number | null
  /** ISO instant */
  created_at: string
}

/** One place on the waiting list, since `created_at`. */
export interface WaitingParticipant extends Omit<Participant, 'room' | 'seat_number'> {
  /** from 1; each student counts once */
  place: number
  moves: boolean
}

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
export function groupByModule<Listed extends Participant>(participants: readonly Listed[]): ModuleList<Listed>[] {
  return [...Map.groupBy(participants, ({ module }) => module)]
    .sort(([one], [other]) => compareDutch(one, other))
    .map(([module, members]) => ({
      module,
      description: members[0]?.description ?? '',
      participants: inNameOrder(members),
    }))
}

/** Groups students by room, in the order of the rooms; those without a chair come last. Rooms without students are left out. */
export function groupByRoom({ rooms, participants }: Pick<Participation, 'rooms' | 'participants'>) {
  const seated = Map.groupBy(groupByStudent(participants), ({ room }) => room)
  const groups = [...rooms, null].map((room) => ({ room, students: seated.get(room?.name ?? null) ?? [] }))
  return groups.filter(({ students }) => students.length > 0)
}

export interface ListedStudent extends Omit<Participant, 'module' | 'description'> {
  /** modules by name */
  modules: string[]
}

export const groupByStudent = (participants: readonly Participant[]): ListedStudent[] =>
  inNameOrder(
    [...Map.groupBy(participants, ({ user_id }) => user_id).values()].flatMap((enrollments) => {
      const [first] = enrollments
      if (!first) return []
      const { module: _module, description: _description, ...student } = first
      return [{ ...student, modules: enrollments.map(({ module }) => module).toSorted(compareDutch) }]
    }),
  )

const EXTENSIONS = {
  toetsmoment: 'xlsx',
  uitslagen: 'xlsx',
  presentielijst: 'pdf',
  'presentielijst-per-module': 'pdf',
  'presentielijst-per-lokaal': 'pdf',
  deurlijst: 'pdf',
  'voor-de-surveillant': 'pdf',
} as const
export type FileKind = keyof typeof EXTENSIONS

export interface NamedMoment extends Pick<Participation, 'date' | 'duration' | 'starts_at'> {
  id: number
  /** start times of other moments on that day; null for one without a time */
  others: readonly (string | null)[]
  /** the only room whose students are in the file */
  room?: string | undefined
}

/**
 * Name such as 'toetsmoment-2026-11-24.xlsx' or 'presentielijst-week-van-2026-11-23.pdf'. If the day has several moments, the
 * name contains the start time, or the id if the time is not unique: 'uitslagen-2026-11-24-09.00.xlsx',
 * 'uitslagen-2026-11-24-nr-12.xlsx'. A file about one room has the room in its name: 'presentielijst-B3.14-2026-11-24.pdf'.
 */
export function fileName(kind: FileKind, { id, date, duration, starts_at, others, room }: NamedMoment): string {
  const isKnownByTime = starts_at !== null && !others.includes(starts_at)
  const timeOrId = isKnownByTime ? starts_at.replace(':', '.') : `nr-${id}`
  const distinction = others.length > 0 ? `-${timeOrId}` : ''
  const subject = room === undefined ? kind : `${kind.replace(/-per-lokaal$/, '')}-${inFileName(room)}`
  return `${subject}-${duration === 'week' ? 'week-van-' : ''}${date}${distinction}.${EXTENSIONS[kind]}`
}

/** Room name as part of a file name: letters, digits and dots; everything else becomes a dash. */
const inFileName = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{M}\p{N}.]+/gu, '-').replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, '') || 'lokaal'
