import { groupBy } from '#domain/entities/groups.ts'
import type { Consequences } from './consequence.schema.ts'

export const noConsequences: Consequences = {
  enrollments_deleted: 0,
  students: 0,
  opens_all_modules: false,
  offers_nothing: false,
  last_testmoment: false,
}

type Name = keyof Consequences

/** Consequences that every caller must confirm: students lose something, or get the same message twice. */
const taking: readonly Name[] = [
  'enrollments_deleted',
  'waits_ended',
  'chairs_lost',
  'opens_all_modules',
  'offers_nothing',
  'last_testmoment',
  'message_sent_before',
]

/** Consequences that need confirmation if the caller asks for it, as screens do. */
const big: readonly Name[] = [
  ...taking,
  'automatic_on',
  'enrollments_made',
  'activates_schoolyear',
  'deactivates_schoolyear',
  'students_moved',
  'students_concerned',
  'testmoments_same_day',
  'testmoments_beside_others',
  'outside_schoolyear',
  'role_given',
  'deletes_testmoment',
  'deletes_module',
  'deletes_user',
]

const holdsAny = (consequences: Consequences, names: readonly Name[]): boolean =>
  names.some((name) => Boolean(consequences[name]))

export const takesSomething = (consequences: Consequences): boolean => holdsAny(consequences, taking)
export const isBig = (consequences: Consequences): boolean => holdsAny(consequences, big)

/** Abbreviations in a confirmation, after the first two numbers. */
const named: readonly [Name, string][] = [
  ['waits_ended', 'waits'],
  ['chairs_lost', 'chairs'],
  ['chairs_published', 'seen'],
  ['opens_all_modules', 'all'],
  ['offers_nothing', 'none'],
  ['last_testmoment', 'last'],
  ['automatic_on', 'auto'],
  ['enrollments_made', 'made'],
  ['students_enrolled', 'of'],
  ['students_without_seat', 'full'],
  ['activates_schoolyear', 'year'],
  ['deactivates_schoolyear', 'none-active'],
  ['schoolyear_replaced', 'not'],
  ['testmoments_shown', 'shown'],
  ['enrollments_hidden', 'hidden'],
  ['students_moved', 'moved'],
  ['students_concerned', 'told'],
  ['closes_earlier', 'closing'],
  ['testmoments_same_day', 'day'],
  ['testmoments_beside_others', 'beside'],
  ['outside_schoolyear', 'outside'],
  ['role_given', 'role'],
  ['enrollments_kept', 'kept'],
  ['deletes_testmoment', 'moment'],
  ['deletes_module', 'module'],
  ['deletes_user', 'user'],
  ['results_deleted', 'results'],
  ['results_published', 'published'],
  ['message_sent_before', 'sent '],
]

/** Differs if the numbers changed since they were shown; then the user is asked again. */
export const confirmationOf = (consequences: Consequences): string =>
  [
    `e${consequences.enrollments_deleted}`,
    `s${consequences.students}`,
    ...named.flatMap(([name, short]) => {
      const value = consequences[name]
      return value ? [value === true ? short : `${short}${value}`] : []
    }),
    ...(consequences.departments_losing?.length ? [`from${consequences.departments_losing.length}`] : []),
    ...(consequences.full_testmoments ?? []).map(({ id, students }) => `at${id}:${students}`),
  ].join('-')

/** Sums the consequences of changes that are made together; each student must be concerned by at most one of them. */
export const sumOf = (all: readonly Consequences[]): Consequences =>
  all.reduce<Consequences>((sum, each) => {
    const count = (
      name: 'waits_ended' | 'enrollments_made' | 'students_enrolled' | 'students_without_seat' | 'students_concerned',
    ) => (sum[name] ?? 0) + (each[name] ?? 0)
    return {
      ...noConsequences,
      enrollments_deleted: sum.enrollments_deleted + each.enrollments_deleted,
      students: sum.students + each.students,
      waits_ended: count('waits_ended'),
      students_concerned: count('students_concerned'),
      offers_nothing: sum.offers_nothing || each.offers_nothing,
      enrollments_made: count('enrollments_made'),
      students_enrolled: count('students_enrolled'),
      students_without_seat: count('students_without_seat'),
      full_testmoments: together([...(sum.full_testmoments ?? []), ...(each.full_testmoments ?? [])]),
    }
  }, noConsequences)

const together = (moments: NonNullable<Consequences['full_testmoments']>) =>
  [...groupBy(moments, ({ id }) => id).values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, students: same.reduce((sum, { students }) => sum + students, 0) }] : []
  })
