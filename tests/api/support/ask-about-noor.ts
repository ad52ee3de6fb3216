import { randomUUID } from 'node:crypto'
import { addRecipients, makeMessage } from '#api-server/facts/queue-message.ts'
import { tokenHash } from '#api-server/presence/invigilators.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import type { TestApi } from '#tests/support/api/test-api.ts'
import { addDepartment, addRoom, MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import type { Operation } from './operations.ts'

export interface NoorsSchool extends TestSchool {
  /** hers, in ALG at the open moment */
  enrollment: number
  /** her place in line, in GON at another */
  waiting: number
  /** outcome of another wait */
  outcome: number
  /** one that was sent to her */
  message: number
  /** a login of hers, and a passkey */
  session: number
  passkey: number
  /** link for invigilators of the open moment, one of their devices, and a walk-in that was noted there */
  link: number
  device: number
  walkIn: number
  /** notice about a login at the school that concerned her, and a login that is barred */
  notice: number
  bar: number
  /** system of the school that may read of her */
  connection: number
  /** a list in which she stood */
  imported: number
  schoolyear: number
  elsewhere: number
  /** room of the school */
  room: number
}

type IdIn = (school: NoorsSchool) => number | string

/** Id for each placeholder in a path, by the part of the path before it. */
const idAfter: Record<string, IdIn> = {
  user: ({ users }) => users.noor,
  enrollment: ({ enrollment }) => enrollment,
  waiting: ({ waiting }) => waiting,
  outcome: ({ outcome }) => outcome,
  session: ({ session }) => session,
  passkey: ({ passkey }) => passkey,
  invigilators: ({ link }) => link,
  device: ({ device }) => device,
  'walk-in': ({ walkIn }) => walkIn,
  login_notice: ({ notice }) => notice,
  barred_login: ({ bar }) => bar,
  schoolyear: ({ schoolyear }) => schoolyear,
  copy: ({ schoolyear }) => schoolyear,
  testmoment: ({ moments }) => moments.open,
  module: ({ modules }) => modules.STA,
  message: ({ message }) => message,
  room: ({ room }) => room,
  import: ({ imported }) => imported,
  connection: ({ connection }) => connection,
  'education-department': ({ departmentId }) => departmentId,
  columns: () => 'students',
  // A key that nobody has; nothing less than the right one lets anybody in.
  calendar: () => 1,
}

/** Required fields of a query, by name; optional fields are left out. */
const inQuery: Record<string, (school: NoorsSchool) => number | string> = {
  kind: () => 'department',
  user_id: ({ users }) => users.noor,
  department_id: ({ elsewhere }) => elsewhere,
}

/** Everything that any of the guarded operations wants to read; the others' fields are ignored. */
const bodyFor = ({
  users,
  moments,
  modules,
  departmentId,
  elsewhere,
  schoolyear,
  enrollment,
  link,
  room,
}: NoorsSchool) => ({
  id: elsewhere,
  user_id: users.noor,
  testmoment_id: moments.open,
  module_id: modules.GON,
  department_id: elsewhere,
  entities: [
    {
      id: modules.GON,
      enrollment_id: enrollment,
      version: 0,
      value: null,
      name: 'Meivakantie',
      first_day: '2026-04-27',
      last_day: '2026-05-10',
    },
  ],
  source_id: schoolyear,
  testmoments: [
    {
      date: '2026-06-12',
      duration: 'day',
      location: null,
      starts_at: null,
      ends_at: null,
      max_enrollments: 0,
      seats: 0,
      enrollments_open_at: null,
      enrollments_close_at: null,
      modules: [{ id: modules.GON, auto_enroll: false }],
    },
  ],
  first_name: 'Noor',
  last_name: 'Bos',
  name: 'NIEUW',
  scopes: ['offerings.read'],
  publishes: false,
  seats: 60,
  description: 'Iets nieuws',
  moment: '2026-05-20',
  schoolyear_id: schoolyear,
  text: 'e-mail\nnieuw@school.test',
  confirmation: 'niets bevestigd',
  session_code: null,
  number_code_type: 'student_number',
  programme_codes: [],
  module_codes: ['VEC'],
  decision: 'leave',
  verdict: 'confirm',
  keys: ['6f1c0c7d-2b9a-4e35-8a1b-0c7d2b9a4e35'],
  wanted: true,
  key: '0b9f6a52-6d0c-4c55-9d34-0c6a4f7f3f10',
  subject: 'Aan de richting van Noor',
  audience: { kind: 'department', education_department_id: departmentId },
  act: { kind: 'enroll', module_ids: [modules.GON] },
  group: { by: 'users', user_ids: [users.noor] },
  tests: [{ user_id: users.noor, module_id: modules.GON }],
  departments: [{ id: departmentId, added: [modules.GON], removed: [] }],
  wish: { kind: 'all', way: 'alphabet', numbered: true, keeps_by_hand: true },
  user_ids: [users.noor],
  enrollment_ids: [enrollment],
  room_id: room,
  ticks: [],
  walk_ins: [],
  link_id: link,
  secret: NOORS_DEVICE,
  code: '204817',
  token: NOORS_DEVICE,
  current_password: 'het-oude-wachtwoord',
  password: 'gradenboog-liniaal-4',
  password_repeat: 'gradenboog-liniaal-4',
  passkey: {},
})

/** Value of `act` for calls that are not about the students of a moment. */
const actAt: Record<string, (school: NoorsSchool) => object> = {
  '/source/results': () => ({ act: 'settle' }),
  '/users/act': ({ users }) => ({
    act: { kind: 'invite' },
    group: { by: 'users', user_ids: [users.noor] },
    users: [{ id: users.noor }],
  }),
  '/rooms/archived': ({ room }) => ({ ids: [room], archived: true }),
  '/testmoment/{id}/rooms': ({ room }) => ({ entities: [{ id: room, seats: 20 }] }),
  '/user': () => ({ username: 'nieuw@school.test', role: 'ROLE_STUDENT', letter: 'later' }),
  // Departments are there what names in a list mean, and in the matrix what they get.
  '/import/students': () => ({ departments: undefined }),
  '/testmoments/act': ({ moments }) => ({ act: { kind: 'close' }, testmoment_ids: [moments.open] }),
}

export type TokenOf = (school: TestSchool) => Promise<string | undefined>

/** Whether the answer refuses who asks. */
export const isRefusal = (status: number): boolean => [401, 403, 404].includes(status)

/**
 * Asks about Noor and what is hers, with all that the operation needs, so that nothing but who asks can be what is
 * refused; as the person that `tokenOf` logs in. What was refused changed nothing, so the next operation is asked in the same
 * school; behind any other answer the school is made again. With `gone` it asks the same about ids that nobody and nothing has.
 * An id or query that is new to this file throws.
 */
export function createAsker({ api, database }: { api: TestApi; database: Database }, tokenOf: TokenOf) {
  let kept: { school: NoorsSchool; token: string | undefined } | undefined
  const enterSchool = async () => {
    const school = await startNoorsSchool(database)
    return { school, token: await tokenOf(school) }
  }
  return async (operation: Operation, { gone = false } = {}): Promise<number> => {
    kept ??= await enterSchool()
    const { school, token } = kept
    const { name, body } = requestAboutNoor(gone ? withNobodysIds(school) : school, operation)
    const isDevice = token?.startsWith('Invigilator ')
    const { status } = await api.ask(name, {
      ...(token && (isDevice ? { headers: { authorization: token } } : { token })),
      ...(body && { body }),
    })
    if (!isRefusal(status)) kept = undefined
    return status
  }
}

/** Request as `TestApi.ask` takes it. */
export function requestAboutNoor(
  school: NoorsSchool,
  { name, method, path, parameters }: Operation,
): { name: string; body?: object } {
  const filledPath = path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, before: string, parameter: string) => {
    if (parameter === 'paging') return `${before}/20`
    if (parameter === 'key' && before === 'outcomes') return `${before}/een-sleutel-van-niemand`
    if (parameter === 'kind') return `${before}/students`
    const id = idAfter[before]
    if (!id) throw new Error(`${name}: which id comes after /${before}/ ? Say it in idAfter.`)
    return `${before}/${id(school)}`
  })
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const query = needed.map((parameter) => {
    const id = inQuery[parameter.name]
    if (!id) throw new Error(`${name}: what does ${parameter.name} stand for? Say it in inQuery.`)
    return `${parameter.name}=${id(school)}`
  })
  return {
    name: `${method} ${filledPath}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    ...(method !== 'GET' && { body: { ...bodyFor(school), ...actAt[path.replace('/preview', '')]?.(school) } }),
  }
}

const NOBODY = 2_147_483_647

const withNobodysIds = (school: NoorsSchool): NoorsSchool => ({
  ...school,
  users: { ...school.users, noor: NOBODY },
  moments: { ...school.moments, open: NOBODY },
  modules: { ...school.modules, GON: NOBODY, STA: NOBODY },
  departmentId: NOBODY,
  enrollment: NOBODY,
  waiting: NOBODY,
  outcome: NOBODY,
  message: NOBODY,
  session: NOBODY,
  passkey: NOBODY,
  link: NOBODY,
  device: NOBODY,
  walkIn: NOBODY,
  notice: NOBODY,
  bar: NOBODY,
  imported: NOBODY,
  connection: NOBODY,
  schoolyear: NOBODY,
  elsewhere: NOBODY,
  room: NOBODY,
})

export async function startNoorsSchool(database: Database): Promise<NoorsSchool> {
  const school = await startTestSchool(database)
  const { kysely } = database
  const elsewhere = await addDepartment(database, [school.modules.ELSEWHERE])
  const { noor: user_id } = school.users
  const [{ id: enrollment }, { id: session }, { id: schoolyear }] = await Promise.all([
    kysely
      .insertInto('enrollment')
      .values({
        user_id,
        testmoment_id: school.moments.open,
        module_id: school.modules.ALG,
        created_at: '2026-02-01T09:00:00.000Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    kysely
      .insertInto('session')
      .values({
        user_id,
        device: 'Chrome op Android',
        created_at: '2026-02-01T09:00:00.000Z',
        last_used_at: '2026-02-01T09:00:00.000Z',
        expires_at: '2026-05-01T09:00:00.000Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    kysely.selectFrom('schoolyear').select('id').where('active', '=', true).executeTakeFirstOrThrow(),
  ])
  const passkey = await kysely
    .insertInto('passkey')
    .values({
      user_id,
      credential_id: 'niets',
      public_key: 'niets',
      counter: 0,
      transports: '[]',
      name: 'Telefoon',
      backed_up: false,
      created_at: '2026-02-01T09:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = await database.transaction((trx) => sentTo(trx, user_id))
  const made = {
    ...(await startWaiting(school)),
    ...(await startInvigilation(school)),
    ...(await startSchoolLogins(school)),
    ...(await startImported(school)),
    ...(await startConnection(school)),
    room: await addRoom(database, { name: 'B1.02' }),
  }
  return { ...school, enrollment, ...made, message, session, passkey: passkey.id, schoolyear, elsewhere }
}

/** The token of a device that ticks at the open moment, once its day has come. */
export const NOORS_DEVICE = 'Zt8q'.repeat(10).concat('Zt8')

async function startInvigilation({ database: { kysely }, moments }: TestSchool) {
  const made = { created_at: '2026-03-09T09:00:00.000Z' }
  const link = await kysely
    .insertInto('invigilator_link')
    .values({ ...made, testmoment_id: moments.open, nonce: 'niets' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const named = { name: 'Joost', device: 'Chrome op Android', token_hash: tokenHash(NOORS_DEVICE) }
  const device = await kysely
    .insertInto('invigilator_device')
    .values({ ...made, ...named, link_id: link.id, admitted_at: made.created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const walkIn = await kysely
    .insertInto('walk_in')
    .values({ key: randomUUID(), testmoment_id: moments.open, name: 'Daan', at: made.created_at, device_id: device.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { link: link.id, device: device.id, walkIn: walkIn.id }
}

async function startSchoolLogins({ database: { kysely }, users: { noor: user_id } }: TestSchool) {
  const at = '2026-02-01T09:00:00.000Z'
  const identity = { user_id, issuer: 'https://login.school.test', subject: 'noor', linked_at: at }
  await kysely.insertInto('external_identity').values(identity).execute()
  const notice = { kind: 'number-differs' as const, user_id, created_at: at }
  const { id } = await kysely.insertInto('login_notice').values(notice).returning('id').executeTakeFirstOrThrow()
  const bar = await kysely
    .insertInto('barred_identity')
    .values({ identity_hash: randomUUID(), account_id: NOBODY, barred_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { notice: id, bar: bar.id }
}

async function startConnection({ database: { kysely } }: TestSchool) {
  const { id } = await kysely
    .insertInto('connection')
    .values({
      name: 'Ans',
      client_id: 'wi-0123456789abcdef',
      scopes: 'persons.read',
      secret_hash: 'a-secret',
      created_at: '2026-02-01T09:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { connection: id }
}

async function startImported({ database: { kysely }, users: { noor: user_id } }: TestSchool) {
  const { id: import_id } = await kysely
    .insertInto('import')
    .values({ kind: 'students', at: '2026-02-01T09:00:00.000Z', added: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = { line: 2, outcome: 'added' as const, after: '{"version":1}' }
  await kysely
    .insertInto('import_line')
    .values({ ...line, import_id, user_id })
    .execute()
  return { imported: import_id }
}

async function startWaiting({ database: { kysely }, users, moments, modules }: TestSchool) {
  const place = { user_id: users.noor, module_id: modules.GON, created_at: '2026-02-01T09:00:00.000Z' }
  const waiting = await kysely
    .insertInto('waiting_entry')
    .values({ ...place, testmoment_id: moments.other })
    .returning('id')
    .executeTakeFirstOrThrow()
  const outcome = await kysely
    .insertInto('waiting_outcome')
    .values({ ...place, outcome: 'removed', date: '2026-03-20', duration: 'day' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { waiting: waiting.id, outcome: outcome.id }
}

async function sentTo(trx: Transaction, userId: number): Promise<number> {
  const written = { key: randomUUID(), subject: 'Lees dit', text: 'Dit is voor jou.' }
  const about = { kind: 'message', senderId: userId, audience: {}, audienceLabel: 'Noor' } as const
  const { id } = await makeMessage(trx, { ...about, written }, MORNING)
  await addRecipients(trx, { id, kind: 'message' }, [userId], MORNING)
  return id
}
