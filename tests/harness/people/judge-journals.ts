import type { Database } from '#database/engine/open-database.ts'
import type { FaultSchool } from '#tests/harness/school/fault-school.ts'
import type { JournalingStudent } from './journaling-student.ts'

export interface Judgement {
  acknowledged: number
  askedAgain: number
  /** acknowledged, and not in the database */
  lost: number
  /** in the database, and never acknowledged: ended, or not asked for */
  unasked: number
  /** more than one enrollment of a student in a module */
  duplicates: number
  /** students with more at a moment than it allows */
  overLimit: number
  loggedOut: number
  /** answers that contradict earlier ones */
  lies: string[]
}

/** Compares every student's answers with what is stored. They must have stopped: nothing may be under way. */
export async function judgeJournals(
  { kysely }: Database,
  { moments }: FaultSchool,
  students: readonly JournalingStudent[],
): Promise<Judgement> {
  const people = students.map(({ id }) => id)
  const rows = await kysely
    .selectFrom('enrollment')
    .select(['id', 'user_id', 'testmoment_id', 'module_id'])
    .where('user_id', 'in', people)
    .execute()
  const stored = new Map(rows.map((row) => [row.id, row]))
  const held = students.flatMap((student) => [...student.held.values()].map((one) => ({ user_id: student.id, ...one })))
  const isStored = ({ id, user_id, testmoment_id, module_id }: (typeof held)[number]) => {
    const row = stored.get(id)
    return row?.user_id === user_id && row.testmoment_id === testmoment_id && row.module_id === module_id
  }
  const known = new Set(held.map(({ id }) => id))
  const limitOf = new Map(moments.map(({ id, max_enrollments }) => [id, max_enrollments || Number.POSITIVE_INFINITY]))
  const taken = Object.groupBy(rows, (row) => `${row.user_id} ${row.testmoment_id}`)
  const revoked = await kysely
    .selectFrom('session')
    .select('id')
    .where('user_id', 'in', people)
    .where('revoked_at', 'is not', null)
    .execute()
  return {
    acknowledged: sum(students, (student) => student.acknowledged),
    askedAgain: sum(students, (student) => student.askedAgain),
    lost: held.filter((one) => !isStored(one)).length,
    unasked: rows.filter(({ id }) => !known.has(id)).length,
    duplicates: rows.length - new Set(rows.map((row) => `${row.user_id} ${row.module_id}`)).size,
    overLimit: Object.values(taken).filter((some = []) => some.length > (limitOf.get(some[0]?.testmoment_id ?? 0) ?? 0))
      .length,
    loggedOut: revoked.length,
    lies: students.flatMap((student) => student.lies),
  }
}

/** Whether everything that was acknowledged is there, once, and nothing else. */
export const isTrue = ({ lost, unasked, duplicates, overLimit, loggedOut, lies }: Judgement): boolean =>
  lost + unasked + duplicates + overLimit + loggedOut + lies.length === 0

export function inWords(judgement: Judgement): string {
  const { acknowledged, askedAgain, lost, unasked, duplicates, overLimit, loggedOut, lies } = judgement
  const examples = lies.length > 0 ? ` (${lies.slice(0, 3).join('; ')})` : ''
  return (
    `${acknowledged} acknowledged, ${askedAgain} asked again; ${lost} lost, ${unasked} never acknowledged, ` +
    `${duplicates} duplicates, ${overLimit} over a limit, ${loggedOut} logged out, ${lies.length} false answers${examples}`
  )
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0)
