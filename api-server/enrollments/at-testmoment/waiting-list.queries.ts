import type { Kysely } from 'kysely'
import { contains } from '#api-server/users/user.queries.ts'
import type { Tables } from '#database/tables.ts'

interface LineQuestion {
  testmomentId: number
  moduleId: number | undefined
  /** folded; each has to occur somewhere in name, address or number */
  words: readonly string[]
}

/** A line has some thousands at most: all of it is walked through, in its order. */
const found = (kysely: Kysely<Tables>, { testmomentId, moduleId, words }: LineQuestion) =>
  kysely
    .selectFrom('waiting_entry')
    .innerJoin('user', 'user.id', 'waiting_entry.user_id')
    .where('waiting_entry.testmoment_id', '=', testmomentId)
    .$if(moduleId !== undefined, (line) => line.where('waiting_entry.module_id', '=', moduleId ?? 0))
    .where(({ and, ref }) => and(words.map((word) => contains(ref('user.search_text'), word))))

export async function countWaitingFound(kysely: Kysely<Tables>, question: LineQuestion): Promise<number> {
  const { entries } = await found(kysely, question)
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  return entries
}

/** `limit` of them from behind entry `after` on, in the order of the line. */
export const listWaitingFound = (
  kysely: Kysely<Tables>,
  { after, limit, ...question }: LineQuestion & { after: number; limit: number },
) =>
  found(kysely, question)
    .innerJoin('module', 'module.id', 'waiting_entry.module_id')
    .leftJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select([
      'waiting_entry.id',
      'waiting_entry.user_id',
      'waiting_entry.module_id',
      'module.name as module_name',
      'waiting_entry.moves',
      'waiting_entry.created_at',
      'user.username',
      'user.first_name',
      'user.last_name',
      'user.student_number',
      'education_department.name as department',
    ])
    .where('waiting_entry.id', '>', after)
    .orderBy('waiting_entry.id')
    .limit(limit)
    .execute()

export type WaitingFound = Awaited<ReturnType<typeof listWaitingFound>>[number]

/** How many students wait for each module there, by its name. */
export const countWaitingByModule = (kysely: Kysely<Tables>, testmomentId: number) =>
  kysely
    .selectFrom('waiting_entry')
    .innerJoin('module', 'module.id', 'waiting_entry.module_id')
    .select(({ fn }) => ['module.id', 'module.name', fn.countAll<number>().as('students')])
    .where('waiting_entry.testmoment_id', '=', testmomentId)
    .groupBy(['module.id', 'module.name'])
    .orderBy('module.name')
    .execute()
