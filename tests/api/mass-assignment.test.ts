import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '#database/engine/open-database.ts'
import { linkSchema } from '#domain/entities/entity.schema.ts'
import { readConfig } from '#server/config.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { newAuthenticator } from '#tests/support/api/authenticator.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import {
  addDepartment,
  addRoom,
  MORNING,
  PASSWORD,
  startTestSchool,
  type TestSchool,
  type User,
} from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { codeAt } from './support/login-stage.ts'
import { listOperations } from './support/operations.ts'

/** Fields of their own account that a student may not set, by their names in the API and in the database. */
const WISHES = {
  username: 'headmaster@school.test',
  roles: ['ROLE_ADMIN'],
  activated: false,
  activation_key: 'x'.repeat(65),
  activation_nonce: 'x'.repeat(22),
  activation_expires_at: '2099-01-01T00:00:00.000Z',
  information_checked: false,
  onboarding_step: 4,
  education_department_id: null,
  student_number: '1234567',
  class_group: 'WIS1A',
  confirmation_letters: true,
  extra_time: true,
  password: 'een-ander-wachtwoord',
  password_hash: 'x',
  token_version: 9,
  version: 1,
  created_at: '1999-01-01T00:00:00.000Z',
  search_text: 'x',
  first_name_key: 'x',
  last_name_key: 'x',
  is_admin: true,
  constructor: { roles: ['ROLE_ADMIN'] },
}

type Row = Awaited<ReturnType<typeof rowOf>>
const rowOf = ({ kysely }: Database, id: number) =>
  kysely.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

interface School extends TestSchool {
  /** another department */
  elsewhere: number
}

interface Case {
  as?: User
  path: (school: School) => string
  body?: (school: School, ask: (operation: string, body?: object) => Promise<unknown>) => object | Promise<object>
  /** columns that the call may change */
  sets?: readonly (keyof Row)[]
}

const codeOf = (begun: unknown): string => codeAt(Object(begun).secret, MORNING)

const withTotp: Case['body'] = async ({ users }, ask) => {
  await ask(`POST /user/${users.sam}/totp`, { code: codeOf(await ask(`POST /user/${users.sam}/totp/begin`)) })
  return {}
}

/** Every call by which students change their own account: the body that it needs, and the columns that it may change. */
const cases: Record<string, Case> = {
  'PUT /user/{id}': {
    path: ({ users }) => `/user/${users.sam}`,
    body: () => ({ first_name: 'Bo', last_name: 'Bos' }),
    sets: ['first_name', 'first_name_key', 'last_name', 'last_name_key', 'search_text', 'version'],
  },
  'PUT /user/{id}/education-department': {
    as: 'newcomer',
    path: ({ users }) => `/user/${users.newcomer}/education-department`,
    body: ({ departmentId }) => ({ id: departmentId }),
    sets: ['education_department_id', 'onboarding_step'],
  },
  'POST /user/{id}/information-check': {
    as: 'newcomer',
    path: ({ users }) => `/user/${users.newcomer}/information-check`,
    sets: ['information_checked', 'onboarding_step', 'version'],
  },
  'PATCH /user/{id}/modules-completed': {
    path: ({ users }) => `/user/${users.sam}/modules-completed`,
    body: ({ modules }) => ({ entities: [{ id: modules.ALG }] }),
  },
  'PATCH /user/{id}/modules-uncompleted': {
    path: ({ users }) => `/user/${users.sam}/modules-uncompleted`,
    body: ({ modules }) => ({ entities: [{ id: modules.ALG }] }),
  },
  'POST /user/{id}/calendar-feed': { path: ({ users }) => `/user/${users.sam}/calendar-feed` },
  'DELETE /user/{id}/calendar-feed': { path: ({ users }) => `/user/${users.sam}/calendar-feed` },
  'POST /user/{id}/door-code': {
    path: ({ users }) => `/user/${users.sam}/door-code`,
    body: async ({ database, users, moments, modules }, ask) => {
      await database.kysely.updateTable('testmoment').set({ date: '2026-03-12' }).execute()
      await ask('POST /enrollment', { user_id: users.sam, testmoment_id: moments.open, module_id: modules.ALG })
      return { testmoment_id: moments.open }
    },
  },
  'PUT /user/{id}/confirmation-letters': {
    path: ({ users }) => `/user/${users.sam}/confirmation-letters`,
    body: () => ({ wanted: true }),
    sets: ['confirmation_letters'],
  },
  'PUT /user/{id}/password': {
    path: ({ users }) => `/user/${users.sam}/password`,
    body: () => ({
      current_password: PASSWORD,
      password: 'gradenboog-liniaal-4',
      password_repeat: 'gradenboog-liniaal-4',
    }),
    sets: ['password_hash', 'token_version'],
  },
  'POST /user/{id}/passkeys/options': { path: ({ users }) => `/user/${users.sam}/passkeys/options` },
  'POST /user/{id}/passkeys': {
    path: ({ users }) => `/user/${users.sam}/passkeys`,
    body: async ({ users }, ask) => {
      const { options } = Object(await ask(`POST /user/${users.sam}/passkeys/options`))
      const { publicUrl } = readConfig({ DATA_DIR: '/tmp' })
      return { name: 'Telefoon', passkey: newAuthenticator(publicUrl).create(options) }
    },
  },
  'POST /user/{id}/totp/begin': { path: ({ users }) => `/user/${users.sam}/totp/begin` },
  'POST /user/{id}/totp': {
    path: ({ users }) => `/user/${users.sam}/totp`,
    body: async ({ users }, ask) => ({ code: codeOf(await ask(`POST /user/${users.sam}/totp/begin`)) }),
  },
  'DELETE /user/{id}/totp': { path: ({ users }) => `/user/${users.sam}/totp`, body: withTotp },
  'POST /user/{id}/recovery_codes': { path: ({ users }) => `/user/${users.sam}/recovery_codes`, body: withTotp },
  'POST /department-switch': {
    path: () => '/department-switch',
    body: ({ users, elsewhere }) => ({ user_id: users.sam, department_id: elsewhere }),
    sets: ['education_department_id', 'version'],
  },
  'POST /enrollment': {
    path: () => '/enrollment',
    body: ({ users, moments, modules }) => ({
      user_id: users.sam,
      testmoment_id: moments.open,
      module_id: modules.ALG,
    }),
  },
}

describeOnEachDatabase('extra fields in a student’s call', (open) => {
  let database: Database
  let school: School
  let api: TestApi
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    const small = await startTestSchool(database)
    school = { ...small, elsewhere: await addDepartment(database, [small.modules.ELSEWHERE]) }
    api = await startTestApi(database)
    await database.kysely
      .updateTable('user')
      .set({ education_department_id: school.departmentId })
      .where('id', '=', school.users.newcomer)
      .execute()
  })

  test.for(Object.entries(cases))(
    '%s changes only its own columns',
    async ([operation, { as = 'sam', path, body, sets = [] }]) => {
      const { token } = await api.logIn(`${as}@school.test`)
      const ask = async (asked: string, body?: object) => (await api.ask(asked, { token, ...(body && { body }) })).body
      const needed = await body?.(school, ask)
      const before = await rowOf(database, school.users[as])
      const others = await everyoneBut(as)
      const sent = { ...WISHES, ...needed }
      const { status } = await api.ask(`${operation.split(' ')[0]} ${path(school)}`, { token, body: sent })
      expect([200, 201]).toContain(status)
      const after = await rowOf(database, school.users[as])
      const changed = (Object.keys(after) as (keyof Row)[]).filter((column) => after[column] !== before[column])
      expect(sets).toEqual(expect.arrayContaining(changed))
      expect(await everyoneBut(as)).toEqual(others)
    },
  )

  test('the cases above hold every call about one’s own account', async () => {
    const names = (await listOperations(api)).map(({ name }) => name)
    const about = names.filter((name) => !name.startsWith('GET') && /\/user\/\{id\}|-switch/.test(name))
    const administrators = ['DELETE /user/{id}', 'POST /user/{id}/validation-mail', 'DELETE /user/{id}/second_factor']
    // These two need the school's login provider and have their own tests; neither reads a body.
    const atSchool = ['POST /user/{id}/school_login', 'DELETE /user/{id}/school_login']
    const others = [...administrators, ...atSchool]
    expect(Object.keys(cases)).toEqual(expect.arrayContaining(about.filter((name) => !others.includes(name))))
  })

  test('registering makes a student who must still activate, whatever extra fields are sent', async () => {
    const password = 'krijtbord-passer-9'
    const body = { ...WISHES, username: 'own@school.test', password, password_repeat: password, activated: true }
    expect((await api.ask('POST /register', { body })).status).toBe(200)
    const made = await database.kysely
      .selectFrom('user')
      .selectAll()
      .where('username', '=', 'own@school.test')
      .execute()
    expect(made).toMatchObject([
      {
        roles: 'ROLE_STUDENT',
        activated: false,
        information_checked: false,
        onboarding_step: 1,
        education_department_id: null,
        student_number: null,
        class_group: null,
        confirmation_letters: false,
        token_version: 1,
        created_at: new Date(api.clock.now).toISOString(),
      },
    ])
    expect(made[0]?.activation_nonce).not.toBe(WISHES.activation_nonce)
  })

  const everyoneBut = (person: User) =>
    database.kysely.selectFrom('user').selectAll().where('id', '<>', school.users[person]).orderBy('id').execute()
})

/** Fields that a list gives and a single user lacks, or the other way round. */
const LIST_DIFFERENCES = { extra_time: false, education_department_name: undefined, last_login_at: undefined }

describeOnEachDatabase('a whole entity sent back unchanged by its own edit link', (open) => {
  test.for([
    ['a school year', '/schoolyears/10'],
    ['a department', '/education-departments'],
    ['a module', '/modules'],
    ['a room', '/rooms'],
    ['a test moment', null],
    ['a user', '/users/10?search=sam', LIST_DIFFERENCES],
    ['an administrator', '/users/10?search=teacher', LIST_DIFFERENCES],
  ] as const)('%s: changes nothing, however often it is sent', async ([, list, more = {}]) => {
    const database = await open()
    const api = await startTestApi(database)
    await startTestSchool(database)
    await addRoom(database, { name: 'B3.14' })
    const { token } = await api.logIn('teacher@school.test')
    const path = list ?? (await momentsOf(database))
    const [entity] = entitiesIn((await api.ask(`GET ${path}`, { token })).body)
    if (!entity) throw new Error(`there is none at ${path}`)
    await emptyAuditTrail(database)
    for (let n = 0; n < 2; n++) {
      const { method, href } = entity._links.edit
      const { status, body } = await api.ask(`${method} ${href.replace('/api/v1', '')}`, { token, body: entity })
      expect(status).toBe(200)
      expect(z.object({ entity: z.unknown() }).parse(body).entity).toEqual({ ...entity, ...more })
    }
    expect(await auditTrail(database)).toEqual([])
  })

  test('a department is accepted with a thousand modules', async () => {
    const database = await open()
    const api = await startTestApi(database)
    await startTestSchool(database)
    const { token } = await api.logIn('teacher@school.test')
    const [department] = entitiesIn((await api.ask('GET /education-departments', { token })).body)
    if (!department) throw new Error('there is no department')
    const modules = Array.from({ length: 1_000 }, (_, id) => ({
      id,
      name: 'WIS1',
      description: 'wiskunde '.repeat(20),
    }))
    const { href } = department._links.edit
    const { status } = await api.ask(`PUT ${href.replace('/api/v1', '')}`, { token, body: { ...department, modules } })
    expect(status).toBe(200)
  })
})

const listSchema = z.object({
  entities: z.array(z.looseObject({ _links: z.looseObject({ edit: linkSchema }) })),
})
const entitiesIn = (body: unknown) => listSchema.parse(body).entities

async function momentsOf({ kysely }: Database): Promise<string> {
  const active = kysely.selectFrom('schoolyear').select('id').where('active', '=', true)
  return `/schoolyear/${(await active.executeTakeFirstOrThrow()).id}/testmoments/10`
}
