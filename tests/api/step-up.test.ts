import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP, URI } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { renewRecoveryCodes } from '#api-server/logins/recovery-codes.ts'
import { beginTotp, confirmTotp } from '#api-server/logins/totp.ts'
import { write } from '#contract/call.schema.ts'
import { getStepUpOptions } from '#contract/logins.calls.ts'
import { operations as contracted } from '#contract/operations.ts'
import { listUserSessions } from '#contract/sessions.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { readKeys } from '#server/keys.ts'
import { browserAt, startSchoolProvider } from '#tests/support/api/school-provider.ts'
import { startTestApi, type TestApi, tokensIn } from '#tests/support/api/test-api.ts'
import { MORNING, PASSWORD, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { listOperations, type Operation } from './support/operations.ts'
import { openBrowser, PEOPLE, PUBLIC_URL, startSchoolApi, untilTestEnds } from './support/school-stage.ts'

const MINUTE = 60_000
const TOO_OLD = { status: 403, body: { reason: 'login-too-old' } }

/** The caller's own: nobody else's has a path. */
const OWN_PASSKEY = 'DELETE /passkey/{id}'
/** Where a student finds what is theirs, and nothing else. */
const OWN = [
  OWN_PASSKEY,
  'PUT /passkey/{id}',
  'DELETE /session/{id}',
  'DELETE /enrollment/{id}',
  'POST /enrollment/{id}/move',
  'DELETE /waiting/{id}',
]

const mediaSchema = z.object({
  schema: z.looseObject({ examples: z.array(z.looseObject({})).default([]) }),
  example: z.looseObject({}).optional(),
  examples: z.record(z.string(), z.object({ value: z.looseObject({}) })).default({}),
})

/** Body of the call's first example, if it has a body. */
function exampleOf(operation: Operation | undefined): object | undefined {
  const media = operation?.requestBody?.content['application/json']
  if (!media) return undefined
  const { schema, example, examples } = mediaSchema.parse(media)
  return example ?? schema.examples[0] ?? Object.values(examples)[0]?.value
}

test('a write that does not say what it asks does not compile', () => {
  const said = { reach: 'administration', summary: 'Ring the bell', reply: z.object({}) } as const
  const whole = write('POST', '/bell', { ...said, proof: 'not a person' })
  // @ts-expect-error: it changes something, and says of no proof
  const lacking = write('POST', '/bell', said)
  expect([whole, lacking]).toHaveLength(2)
})

describeOnEachDatabase('a proof that is too old', (open) => {
  let database: Database
  let school: TestSchool
  let api: TestApi
  let dataDir: string
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
    dataDir = temporaryFolder()
    api = await startTestApi(database, { config: readConfig({ DATA_DIR: dataDir, WEB_APP: 'none', STEP_UP: '5' }) })
  })

  /** All that asks for a recent one, as its call says (contract/proofs.ts), and a call of each. */
  const sensitive = ({ users, moments, modules }: TestSchool): Record<string, { path: string; body?: object }> => {
    const message = { key: randomUUID(), subject: 'Let op', text: 'De zaal is gewijzigd.' }
    const past = `/testmoment/${moments.past}`
    return {
      'GET /testmoment/{id}/export': { path: `${past}/export` },
      'GET /testmoment/{id}/presence-checklist': { path: `${past}/presence-checklist` },
      'GET /testmoment/{id}/extra-time': { path: `${past}/extra-time` },
      'GET /testmoment/{id}/results/export': { path: `${past}/results/export` },
      'GET /audit/export': { path: '/audit/export' },
      'GET /schoolyear/{id}/result-statistics/export': { path: '/schoolyear/1/result-statistics/export' },
      'GET /schoolyear/{id}/gradebook/export': { path: '/schoolyear/1/gradebook/export' },
      'POST /testmoment/{id}/results/import': {
        path: `${past}/results/import`,
        body: { module_id: modules.ALG, text: 'nummer;uitslag\n1;V', confirmation: 'niets' },
      },
      'POST /testmoment/{id}/results/publish': {
        path: `${past}/results/publish`,
        body: { module_ids: [modules.ALG], confirmation: 'niets' },
      },
      'PUT /user/{id}': {
        path: `/user/${users.noor}`,
        body: { first_name: 'Noor', last_name: 'Bos', roles: ['ROLE_ADMIN'], version: 1 },
      },
      'GET /users/export': { path: '/users/export' },
      'POST /user': {
        path: '/user',
        body: {
          username: 'nieuw@school.test',
          first_name: 'Wil',
          last_name: 'Bos',
          role: 'ROLE_STUDENT',
          letter: 'now',
        },
      },
      'POST /users/act': { path: '/users/act', body: { act: { kind: 'invite' }, users: [{ id: users.noor }] } },
      'POST /user/{id}/validation-mail': { path: `/user/${users.unactivated}/validation-mail` },
      'POST /import/students': { path: '/import/students', body: { text: 'e-mail\na@b.nl', confirmation: 'niets' } },
      'POST /import/{id}/undo': { path: '/import/1/undo', body: { confirmation: 'niets' } },
      'PUT /source': {
        path: '/source',
        body: { session_code: null, number_code_type: 'nr', programme_codes: [], module_codes: [] },
      },
      'POST /source/run': { path: '/source/run' },
      'POST /source/hurry': { path: '/source/hurry' },
      'POST /source/decision': { path: '/source/decision', body: { decision: 'apply', confirmation: 'niets' } },
      'POST /source/results': { path: '/source/results', body: { act: 'resend', enrollment_ids: [1] } },
      'POST /source/people': {
        path: '/source/people',
        body: { verdict: 'confirm', keys: ['6f1c0c7d-2b9a-4e35-8a1b-0c7d2b9a4e35'], confirmation: 'niets' },
      },
      'DELETE /barred_login/{id}': { path: '/barred_login/1' },
      'POST /testmoment/{id}/invigilators': { path: `/testmoment/${moments.open}/invigilators` },
      'GET /invigilators/{id}': { path: '/invigilators/1' },
      'DELETE /room/{id}': { path: '/room/1' },
      'PUT /testmoment/{id}/rooms': { path: `/testmoment/${moments.open}/rooms`, body: { entities: [], version: 1 } },
      'POST /testmoment/{id}/division': {
        path: `/testmoment/${moments.open}/division`,
        body: { wish: { kind: 'rest' }, confirmation: 'niets' },
      },
      'POST /testmoment/{id}/chairs': {
        path: `/testmoment/${moments.open}/chairs`,
        body: { user_ids: [users.sam], room_id: 1 },
      },
      'POST /testmoment/{id}/rooms/publication': {
        path: `/testmoment/${moments.open}/rooms/publication`,
        body: { confirmation: 'niets' },
      },
      'DELETE /waiting/{id}': { path: '/waiting/1' },
      'POST /waiting/{id}/promote': { path: '/waiting/1/promote' },
      'PUT /schoolyear/{id}': { path: '/schoolyear/1', body: { active: false } },
      'DELETE /session/{id}': { path: '/session/987654' },
      'PUT /passkey/{id}': { path: '/passkey/1', body: { name: 'Laptop' } },
      'PUT /user/{id}/password': {
        path: `/user/${users.teacher}/password`,
        body: { current_password: PASSWORD, password: 'gradenboog-liniaal-4', password_repeat: 'gradenboog-liniaal-4' },
      },
      'POST /connection': { path: '/connection', body: { name: 'Ans', scopes: ['offerings.read'] } },
      'PUT /connection/{id}': { path: '/connection/1', body: { scopes: ['offerings.read'], publishes: false } },
      'POST /connection/{id}/secret': { path: '/connection/1/secret' },
      'DELETE /connection/{id}': { path: '/connection/1' },
      'POST /message': {
        path: '/message',
        body: { audience: { kind: 'never-enrolled' }, ...message },
      },
      'POST /testmoment/{id}/students': {
        path: `/testmoment/${moments.open}/students`,
        body: { act: { kind: 'unenroll' }, tests: [{ user_id: users.sam, module_id: modules.ALG }], message },
      },
      'DELETE /enrollment/{id}': { path: '/enrollment/1', body: { message } },
      'POST /enrollment/{id}/move': { path: '/enrollment/1/move', body: { testmoment_id: moments.open, message } },
      'PUT /schoolyear/{schoolyear_id}/testmoment/{id}': {
        path: `/schoolyear/1/testmoment/${moments.open}`,
        body: { location: 'Zaal 3', message },
      },
      'PUT /testmoment/{id}/modules': { path: `/testmoment/${moments.open}/modules`, body: { entities: [], message } },
      'PATCH /testmoment/{id}/modules': {
        path: `/testmoment/${moments.open}/modules`,
        body: { entities: [], message },
      },
      'PUT /education-department/{id}/modules': {
        path: `/education-department/${school.departmentId}/modules`,
        body: { entities: [{ id: modules.ALG }], message },
      },
      'PUT /education-departments/modules': {
        path: '/education-departments/modules',
        body: { departments: [], message },
      },
      'POST /department-switch': {
        path: '/department-switch',
        body: { user_id: users.noor, department_id: school.departmentId, message },
      },
      'POST /import/testmoments': {
        path: '/import/testmoments',
        body: { text: 'datum', schoolyear_id: 1, confirmation: 'niets', message },
      },
      'POST /testmoments/act': {
        path: '/testmoments/act',
        body: { act: { kind: 'delete' }, testmoment_ids: [moments.open], confirmation: 'niets' },
      },
      'DELETE /schoolyear/{schoolyear_id}/testmoment/{id}': { path: `/schoolyear/1/testmoment/${moments.open}` },
      'DELETE /module/{id}': { path: `/module/${modules.ALG}` },
      'DELETE /schoolyear/{id}': { path: '/schoolyear/1' },
      'DELETE /user/{id}': { path: `/user/${users.noor}` },
      'DELETE /user/{id}/school_login': { path: `/user/${users.noor}/school_login` },
      'POST /user/{id}/school_login': { path: `/user/${users.teacher}/school_login` },
      'DELETE /user/{id}/second_factor': { path: `/user/${users.noor}/second_factor` },
      'POST /user/{id}/passkeys/options': { path: `/user/${users.teacher}/passkeys/options` },
      'POST /user/{id}/passkeys': { path: `/user/${users.teacher}/passkeys`, body: { name: 'Telefoon', passkey: {} } },
      [OWN_PASSKEY]: { path: '/passkey/1' },
      'POST /user/{id}/totp/begin': { path: `/user/${users.teacher}/totp/begin` },
      'POST /user/{id}/totp': { path: `/user/${users.teacher}/totp`, body: { code: '123456' } },
      'DELETE /user/{id}/totp': { path: `/user/${users.teacher}/totp` },
      'POST /user/{id}/recovery_codes': { path: `/user/${users.teacher}/recovery_codes` },
    }
  }

  const asking = (name: string, token: string) => {
    const { path, body } = sensitive(school)[name] ?? { path: '' }
    return api.ask(`${name.split(' ')[0]} ${path}`, { token, ...(body && { body }) })
  }

  test('is refused by each operation that says so, and by no other', async () => {
    const operations = await listOperations(api)
    const asked = operations.filter(({ responses }) => JSON.stringify(responses[403] ?? '').includes('login-too-old'))
    const listed = contracted
      .filter(({ call: { proof } }) => typeof proof === 'object' && 'recent' in proof)
      .map(({ call: { method, path } }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(listed.toSorted()).toEqual(Object.keys(sensitive(school)).toSorted())
    expect(asked.map(({ name }) => name).toSorted()).toEqual(listed.toSorted())
    const documentation = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8')
    expect(listed.filter((name) => !documentation.includes(`\`${name}\``))).toEqual([])
    const { token } = await api.logIn('teacher@school.test')
    api.clock.now += 5 * MINUTE
    for (const { name } of asked) expect(await asking(name, token), name).toMatchObject(TOO_OLD)
    expect(
      await database.kysely.selectFrom('user').select('roles').where('id', '=', school.users.noor).execute(),
    ).toEqual([{ roles: 'ROLE_STUDENT' }])
    const switchingOff = { first_name: 'Noor', last_name: 'Bos', activated: false }
    expect(await api.ask(`PUT /user/${school.users.noor}`, { token, body: switchingOff })).toMatchObject(TOO_OLD)
  })

  test('is asked for by every write of a teacher that the list says, and by none that it gives a reason for', async () => {
    const documented = new Map((await listOperations(api)).map((operation) => [operation.name, operation]))
    const { token } = await api.logIn('teacher@school.test')
    api.clock.now += 5 * MINUTE
    const writes = contracted.filter(({ call }) => call.method !== 'GET' && call.kind !== 'question')
    const wrong: string[] = []
    for (const { name, call } of writes) {
      const id = call.path.startsWith('/user/') ? school.users.teacher : 987_654
      const body = exampleOf(documented.get(`${call.method} ${call.path.replace(/:(\w+)/g, '{$1}')}`))
      const rule = call.proof
      const asks =
        typeof rule === 'object' &&
        'recent' in rule &&
        rule.recent !== 'in-route' &&
        (rule.when?.({ params: { id }, body, sessionId: 0 }) ?? true)
      const path = call.path.replace(/:\w+/g, String(id))
      const reply = await api.ask(`${call.method} ${path}`, { token, ...(body && { body }) })
      if ((Object(reply.body).reason === 'login-too-old') !== asks) wrong.push(name)
    }
    expect(writes.length).toBeGreaterThan(100)
    expect(wrong).toEqual([])
  })

  test('is asked of everybody who ends another login of theirs, and of nobody who logs out here', async () => {
    const sessionsOf = async (token: string) =>
      listUserSessions.reply.parse((await api.ask(`GET /user/${school.users.sam}/sessions`, { token })).body).entities
    await api.logIn('sam@school.test')
    const { token } = await api.logIn('sam@school.test')
    api.clock.now += 5 * MINUTE
    const [here, other] = (await sessionsOf(token)).toSorted((one, two) => Number(two.current) - Number(one.current))
    const ending = (id: number | undefined) => api.ask(`DELETE /session/${id}`, { token })
    expect(await ending(other?.id)).toMatchObject(TOO_OLD)
    expect(await sessionsOf(token)).toHaveLength(2)
    expect(await api.ask('POST /step_up', { token, body: { password: PASSWORD } })).toMatchObject({ status: 200 })
    expect(await ending(other?.id)).toMatchObject({ status: 200 })
    api.clock.now += 5 * MINUTE
    expect(await ending(here?.id)).toMatchObject({ status: 200 })
  })

  test('is none until then, and never one where STEP_UP is off', async () => {
    const { token } = await api.logIn('teacher@school.test')
    api.clock.now += 5 * MINUTE - 1
    expect(await asking('DELETE /user/{id}', token)).toMatchObject({ status: 200 })

    school = await startTestSchool(database)
    api = await startTestApi(database)
    const forever = await api.logIn('teacher@school.test')
    api.clock.now += 14 * MINUTE
    expect(await asking('DELETE /user/{id}', forever.token)).toMatchObject({ status: 200 })
  })

  test('reveals nothing to a student: what they may not is not theirs', async () => {
    const { token } = await api.logIn('sam@school.test')
    api.clock.now += 5 * MINUTE
    for (const name of Object.keys(sensitive(school)).filter((each) => !OWN.includes(each)))
      expect(await asking(name, token), name).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
  })

  test('is no hindrance to an edit that leaves type and activation as they are, nor to a change that notifies nobody', async () => {
    const { token } = await api.logIn('teacher@school.test')
    api.clock.now += 5 * MINUTE
    const body = { act: { kind: 'close' }, testmoment_ids: [school.moments.open], confirmation: 'niets' }
    expect(await api.ask('POST /testmoments/act', { token, body })).toMatchObject({ status: 409 })
    const names = { first_name: 'Noor', last_name: 'de Boer', roles: ['ROLE_STUDENT'], activated: true }
    const edited = await api.ask(`PUT /user/${school.users.noor}`, {
      token,
      body: { ...names, student_number: null, extra_time: false, version: 1 },
    })
    expect(edited).toMatchObject({ status: 200, body: { entity: { last_name: 'de Boer' } } })
  })

  /** A teacher whose proof is too old by now. */
  const teacherOfYore = async () => {
    const { token } = await api.logIn('teacher@school.test')
    api.clock.now += 5 * MINUTE
    return token
  }
  const prove = (token: string, body: object) => api.ask('POST /step_up', { token, body })
  const optionsOf = async (token: string) => (await api.ask('POST /step_up/options', { token, body: {} })).body

  describe('is renewed', () => {
    test('by the password, in this login alone, until it is too old again', async () => {
      const elsewhere = await teacherOfYore()
      const token = await teacherOfYore()
      expect(await optionsOf(token)).toEqual({ password: true, totp: false, passkey: null, school: null })
      const proven = await prove(token, { password: PASSWORD })
      expect(proven).toMatchObject({ status: 200, body: { until: '2026-03-10T09:15:00.000Z' } })
      expect(await asking('DELETE /user/{id}', elsewhere)).toMatchObject(TOO_OLD)
      expect(await asking('DELETE /user/{id}', token)).toMatchObject({ status: 200 })
      api.clock.now += 5 * MINUTE
      expect(await asking('DELETE /user/{id}', token)).toMatchObject(TOO_OLD)
    })

    test('with new tokens: those from before are worth nothing a minute after the first new ones', async () => {
      const { token, refresh_token } = await api.logIn('teacher@school.test')
      const stays = await api.logIn('teacher@school.test')
      const isHeld = async (given: string) => (await api.ask('GET /user', { token: given })).status === 200
      const refreshed = async (given: string) =>
        tokensIn((await api.ask('POST /token/refresh', { body: { refresh_token: given } })).body)
      api.clock.now += MINUTE
      for (const body of [{ password: PASSWORD }, { password: PASSWORD }]) await prove(token, body)
      // Nobody has new ones yet, as where the app was closed or the network went: the login goes on.
      api.clock.now += 2 * MINUTE
      expect(await isHeld(token)).toBe(true)
      const [renewed, again] = await Promise.all([refreshed(refresh_token), refreshed(refresh_token)])
      expect(again.refresh_token).toBe(renewed.refresh_token)
      api.clock.now += MINUTE
      for (const held of [token, renewed.token, again.token]) expect(await isHeld(held)).toBe(true)
      api.clock.now += 1
      for (const held of [renewed.token, again.token, stays.token]) expect(await isHeld(held)).toBe(true)
      expect(await api.ask('GET /user', { token })).toMatchObject({ status: 401, body: { reason: 'token-revoked' } })
      expect(await api.ask('GET /live', { token })).toMatchObject({ status: 401 })

      await prove(renewed.token, { password: PASSWORD })
      const third = await refreshed(renewed.refresh_token)
      expect(await isHeld(token)).toBe(false)
      expect(await isHeld(renewed.token)).toBe(true)
      const fourth = await refreshed(third.refresh_token)
      api.clock.now += MINUTE + 1
      expect([await isHeld(renewed.token), await isHeld(third.token), await isHeld(fourth.token)]).toEqual([
        false,
        true,
        true,
      ])
      const old = await api.ask('POST /token/refresh', { body: { refresh_token } })
      expect(old).toMatchObject({ status: 401, body: { reason: 'token-revoked' } })
    })

    test('not by a refresh', async () => {
      const { refresh_token } = await api.logIn('teacher@school.test')
      api.clock.now += 5 * MINUTE
      const { token } = tokensIn((await api.ask('POST /token/refresh', { body: { refresh_token } })).body)
      expect(await asking('DELETE /user/{id}', token)).toMatchObject(TOO_OLD)
    })

    test('not by a wrong password, which ends no login, and of which ten are too many', async () => {
      const token = await teacherOfYore()
      for (let guess = 0; guess < 10; guess++)
        expect(await prove(token, { password: `${PASSWORD}-${guess}` })).toMatchObject({
          status: 422,
          body: { reason: 'current-password-wrong' },
        })
      expect(await prove(token, { password: PASSWORD })).toMatchObject({ status: 429 })
      expect(await asking('DELETE /user/{id}', token)).toMatchObject(TOO_OLD)
      expect(await api.ask('GET /user', { token })).toMatchObject({ status: 200 })
    })

    test('by one proof, no more and no less', async () => {
      const token = await teacherOfYore()
      for (const body of [{}, { password: PASSWORD, code: '492039' }])
        expect(await prove(token, body)).toMatchObject({ status: 400, body: { reason: 'request-malformed' } })
    })

    test('not by a passkey that is not theirs', async () => {
      const token = await teacherOfYore()
      const passkey = { id: 'q83vEjRWeJA', rawId: 'q83vEjRWeJA', type: 'public-key', response: {} }
      expect(await prove(token, { passkey })).toMatchObject({ status: 422, body: { reason: 'passkey-refused' } })
    })
  })

  describe('of a user with an authenticator app', () => {
    const setUp = async () => {
      const keys = await readKeys(dataDir)
      const teacher = { id: school.users.teacher, username: 'teacher@school.test' }
      return database.transaction(async (trx) => {
        const begun = await beginTotp(trx, { keys }, teacher, MORNING)
        const app = URI.parse(begun?.uri ?? '')
        if (!(app instanceof TOTP)) throw new Error('no authenticator app')
        const code = app.generate({ timestamp: MORNING })
        if (!(await confirmTotp(trx, { keys }, { userId: teacher.id, code }, MORNING))) throw new Error('not confirmed')
        return { app, recoveryCodes: await renewRecoveryCodes(trx, { keys }, teacher.id, MORNING) }
      })
    }

    test('is renewed by a code, once, and no longer by the password alone', async () => {
      const token = await teacherOfYore()
      const { app } = await setUp()
      expect(await optionsOf(token)).toMatchObject({ password: false, totp: true })
      expect(await prove(token, { password: PASSWORD })).toMatchObject({ status: 422 })
      expect(await asking('DELETE /user/{id}', token)).toMatchObject(TOO_OLD)
      const code = app.generate({ timestamp: api.clock.now })
      expect(await prove(token, { code })).toMatchObject({ status: 200 })
      expect(await asking('DELETE /user/{id}', token)).toMatchObject({ status: 200 })
      const again = { status: 422, body: { reason: 'second-factor-wrong' } }
      expect(await prove(token, { code })).toMatchObject(again)
    })

    test('is renewed by a recovery code of eight letters, of those that were made before codes were longer', async () => {
      const token = await teacherOfYore()
      await setUp()
      const { identities } = await readKeys(dataDir)
      const user_id = school.users.teacher
      const code_hash = createHmac('sha256', identities).update(`recovery-code ${user_id} k7mq2x9d`).digest('base64url')
      const old = { user_id, code_hash, created_at: new Date(MORNING).toISOString() }
      await database.kysely.insertInto('recovery_code').values(old).execute()
      expect(await prove(token, { recovery_code: 'K7MQ-2x9d' })).toMatchObject({ status: 200 })
      expect(await prove(token, { recovery_code: 'K7MQ-2x9d' })).toMatchObject({ status: 422 })
    })

    test('is renewed by a recovery code, which then is used up', async () => {
      const token = await teacherOfYore()
      const [recovery_code] = (await setUp()).recoveryCodes
      expect(await prove(token, { recovery_code })).toMatchObject({ status: 200 })
      expect(await asking('DELETE /user/{id}', token)).toMatchObject({ status: 200 })
      expect(await prove(token, { recovery_code })).toMatchObject({ status: 422 })
    })
  })
})

describeOnEachDatabase('a proof by the school', (open) => {
  test('counts of the same person alone, for the login that asked', async () => {
    const database = await open()
    const school = await startTestSchool(database)
    const provider = untilTestEnds(await startSchoolProvider({ publicUrl: PUBLIC_URL, people: PEOPLE }))
    const api = await startSchoolApi(database, provider, { env: { STEP_UP: '5' } })
    const browser = openBrowser(api, provider)
    const { token } = await browser.logIn('nieuw')
    await database.kysely
      .updateTable('user')
      .set({ roles: 'ROLE_ADMIN' })
      .where('username', 'like', 'nieuw@%')
      .execute()
    const deleting = () => api.ask(`DELETE /user/${school.users.noor}`, { token })
    api.clock.now += 5 * MINUTE
    const proveAs = async (subject: string) => {
      const { body, headers } = await api.ask('POST /step_up/options', { token })
      const address = await browserAt(provider).logIn(getStepUpOptions.reply.parse(body).school?.href ?? '', subject)
      const cookie = String(headers['set-cookie']).replace(/;.*/, '')
      return (await api.ask(`GET ${address.pathname}${address.search}`, { headers: { cookie } })).headers.location
    }
    expect(await proveAs('sam')).toBe(`${PUBLIC_URL}/stepped-up#school-error=other-person`)
    expect(await deleting()).toMatchObject(TOO_OLD)
    expect(await proveAs('nieuw')).toBe(`${PUBLIC_URL}/stepped-up`)
    expect(await deleting()).toMatchObject({ status: 200 })
  })
})
