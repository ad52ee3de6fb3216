import type { Insertable } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { bearerOf, type TestApi, type Token } from '#tests/support/api/test-api.ts'
import { addUser, type Module, type TestSchool } from '#tests/support/api/test-school.ts'

export interface Attendee {
  first_name: string
  last_name: string
  module?: Module
  created_at?: string
  education_department_id?: number | null
  student_number?: string
}

let people = 0

/** Creates people and enrolls them, by default in ALG and now. Returns their addresses. */
export async function enrollPeople(
  { database, modules, departmentId }: TestSchool,
  testmomentId: number,
  attendees: readonly Attendee[],
): Promise<string[]> {
  const usernames: string[] = []
  for (const { module = 'ALG', created_at = '2026-03-01T09:00:00.000Z', ...person } of attendees) {
    const username = `deelnemer-${++people}@school.test`
    const user_id = await addUser(database, { username, education_department_id: departmentId, ...person })
    await enroll(database, { user_id, testmoment_id: testmomentId, module_id: modules[module], created_at })
    usernames.push(username)
  }
  return usernames
}

const enroll = (
  { kysely }: Database,
  enrollment: { user_id: number; testmoment_id: number; module_id: number; created_at: string },
) => kysely.insertInto('enrollment').values(enrollment).execute()

/** Enrolls the people of one module in another too. */
export async function enrollAgain(
  { database: { kysely }, modules, moments }: TestSchool,
  username = '',
  module: Module,
) {
  const { id } = await kysely.selectFrom('user').select('id').where('username', '=', username).executeTakeFirstOrThrow()
  const enrollment = { user_id: id, testmoment_id: moments.open, module_id: modules[module] }
  await kysely
    .insertInto('enrollment')
    .values({ ...enrollment, created_at: '2026-03-01T09:00:00.000Z' })
    .execute()
}

type Noted = Pick<
  Insertable<Tables['result']>,
  'outcome' | 'grade' | 'published_outcome' | 'published_grade' | 'published_at'
>

/** Stores attendance and result of somebody's only enrollment directly in the tables. */
export async function note(
  { database: { kysely } }: TestSchool,
  username = '',
  result: Noted | null,
  status?: 'present' | 'late' | 'absent',
) {
  const at = '2026-03-09T08:00:00.000Z'
  const { id: enrollment_id, user_id } = await kysely
    .selectFrom('enrollment')
    .innerJoin('user', 'user.id', 'enrollment.user_id')
    .select(['enrollment.id', 'enrollment.user_id'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  if (result)
    await kysely
      .insertInto('result')
      .values({ enrollment_id, user_id, edited_at: at, ...result })
      .execute()
  if (status) await kysely.insertInto('presence').values({ enrollment_id, user_id, status, at }).execute()
}

/** Gives somebody who is enrolled at the open moment a chair in a room, which the moment then has. */
export async function seat(
  { database: { kysely }, moments: { open: testmoment_id } }: TestSchool,
  {
    username = '',
    room_id,
    seat_number,
  }: { username: string | undefined; room_id: number; seat_number: number | null },
) {
  const had = await kysely
    .selectFrom('testmoment_room')
    .select('room_id')
    .where('testmoment_id', '=', testmoment_id)
    .execute()
  if (!had.some((room) => room.room_id === room_id))
    await kysely
      .insertInto('testmoment_room')
      .values({ testmoment_id, room_id, position: had.length, seats: 30 })
      .execute()
  const { id: user_id } = await kysely
    .selectFrom('user')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  await kysely.insertInto('chair').values({ testmoment_id, user_id, room_id, seat_number }).execute()
}

/** Downloads a file from the API as bytes. */
export async function downloadFile({ app }: TestApi, path: string, token: Token) {
  const bearer = await bearerOf(token)
  const { statusCode, headers, rawPayload } = await app.inject({
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${bearer}` },
  })
  return { status: statusCode, headers, file: rawPayload }
}
