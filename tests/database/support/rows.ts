import type { Database } from '#database/engine/open-database.ts'

export const NOW = '2026-09-01T08:00:00.000Z'

/** The least that makes a valid row; a test names the columns that it is about. */
export const validUser = {
  username: 'sanne@school.example',
  first_name: '',
  last_name: '',
  search_text: '',
  roles: '',
  created_at: NOW,
}
export const validModule = { name: 'ALG1', description: 'Algebra', created_at: NOW }
export const validYear = { name: '2026-2027', created_at: NOW }
export const validMoment = { date: '2026-11-24', created_at: NOW }

/** One student, one module and one test moment that belong together. */
export async function insertTrio({ kysely }: Database) {
  const user = await kysely.insertInto('user').values(validUser).returning('id').executeTakeFirstOrThrow()
  const module = await kysely.insertInto('module').values(validModule).returning('id').executeTakeFirstOrThrow()
  const year = await kysely.insertInto('schoolyear').values(validYear).returning('id').executeTakeFirstOrThrow()
  const moment = await kysely
    .insertInto('testmoment')
    .values({ ...validMoment, schoolyear_id: year.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { user_id: user.id, module_id: module.id, testmoment_id: moment.id, schoolyear_id: year.id, created_at: NOW }
}
