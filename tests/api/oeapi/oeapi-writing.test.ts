import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createIds } from '#api-server/oeapi/ids.ts'
import { listAuditSchemas } from '#contract/audit.schema.ts'
import { publishResultsSchemas, readResultsSchemas } from '#contract/results.schema.ts'
import { type ConnectionScope, connectionScopes } from '#domain/oeapi/connection.rules.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addUser } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'
import { askToken, basic, connect, validateByStandard } from './oeapi-stage.ts'

const PATCH = { 'content-type': 'application/merge-patch+json' }

describeOnEachDatabase('what other systems write', (open) => {
  const stage = openStage(open)
  let teacher: string
  let sam: { enrollment: number; id: string; attempt: string }
  let future: string
  let teachers: string

  /** Makes a connection, and gets its token. */
  const system = async (name: string, scopes: readonly ConnectionScope[], more: { publishes?: boolean } = {}) => {
    const made = await connect(stage.api, scopes, { ...more, name })
    const { body } = await askToken(stage.api, { authorization: basic(made.client_id, made.secret) })
    return { ...made, token: z.object({ access_token: z.string() }).parse(body).access_token }
  }
  const enroll = async (user_id: number, testmoment_id: number, module_id = stage.school.modules.ALG) => {
    const row = { user_id, testmoment_id, module_id, created_at: '2026-02-01T09:00:00.000Z' }
    return (await stage.database.kysely.insertInto('enrollment').values(row).returning('id').executeTakeFirstOrThrow())
      .id
  }

  beforeEach(async () => {
    const { users, moments } = stage.school
    teacher = (await stage.api.logIn('teacher@school.test')).token
    const both = await addUser(stage.database, { username: 'both@school.test' })
    const enrollment = await enroll(users.sam, moments.past)
    await enroll(users.sam, moments.open)
    await enroll(both, moments.past)
    const { token } = await system('Lezer', ['persons.read', 'associations.read'])
    const list = async (path: string) => {
      const { status, body } = await stage.api.ask(`GET /oeapi/v6${path}`, { token })
      expect(status).toBe(200)
      return z.object({ items: z.array(z.record(z.string(), z.unknown())) }).parse(body).items
    }
    const [person] = await list('/persons?q=sam')
    const own = await list(`/persons/${person?.personId}/test-component-offering-associations`)
    const one = own.find(({ state }) => state === 'finished')
    sam = { enrollment, id: String(one?.associationId), attempt: z.array(z.string()).parse(one?.attemptIds)[0] ?? '' }
    future = String(own.find(({ state }) => state === 'associated')?.associationId)
    const [becomesTeacher] = await list('/persons?q=both')
    const [theirs] = await list(`/persons/${becomesTeacher?.personId}/test-component-offering-associations`)
    teachers = String(theirs?.associationId)
    await stage.database.kysely
      .updateTable('user')
      .set({ roles: 'ROLE_STUDENT ROLE_ADMIN' })
      .where('id', '=', both)
      .execute()
  })

  const patch = (
    token: string,
    body: unknown,
    { path = `/test-component-offering-associations/${sam.id}`, headers = {} } = {},
  ) =>
    stage.api.ask(`PATCH /oeapi/v6${path}`, {
      token,
      headers: { ...PATCH, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const grade = (score: string, more: object = {}) => ({
    result: { state: 'completed', score, weight: 100, resultDateTime: '2026-03-09T10:00:00+01:00', ...more },
  })
  const cell = async () => {
    const { body } = await stage.api.ask(`GET /testmoment/${stage.school.moments.past}/results`, { token: teacher })
    const found = readResultsSchemas.reply
      .parse(body)
      .entities.flatMap(({ cells }) => cells)
      .find(({ enrollment_id }) => enrollment_id === sam.enrollment)
    if (!found) throw new Error('Sam is not in the grid')
    return found
  }
  const type = async (value: object | null) => {
    const { version } = await cell()
    const entities = [{ enrollment_id: sam.enrollment, version, value }]
    const answer = await stage.api.ask(`PUT /testmoment/${stage.school.moments.past}/results`, {
      token: teacher,
      body: { entities },
    })
    expect(answer.status).toBe(200)
  }
  const publish = async () => {
    const path = `/testmoment/${stage.school.moments.past}/results`
    const preview = await stage.api.ask(`POST ${path}/preview`, { token: teacher, body: {} })
    const { confirmation } = Object(preview.body)
    const answer = await stage.api.ask(`POST ${path}/publish`, { token: teacher, body: { confirmation } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return publishResultsSchemas.reply.parse(answer.body)
  }
  const log = async (filter: string) =>
    listAuditSchemas.reply.parse((await stage.api.ask(`GET /audit?${filter}`, { token: teacher })).body).entities
  const shown = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    return [status, Object(body).detail ?? Object(body).message?.[0]?.value]
  }

  test('a result becomes a draft with their name, once however often it comes, and is published by a teacher', async () => {
    const ans = await system('Ans', ['results.write', 'results.read', 'associations.read'])
    const answer = await patch(ans.token, grade('7.5', { pass: 'passed' }))
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: 200,
      body: {
        associationId: sam.id,
        state: 'finished',
        message: [{ value: 'The result waits for a teacher, who publishes it.' }],
      },
    })
    expect(answer.headers['content-type']).toContain('application/json; version=6.0')
    for (const schema of ['AssociationId', 'PostResponse']) validateByStandard(schema, answer.body)

    const draft = await cell()
    expect(draft).toMatchObject({
      draft: { outcome: 'passed', grade: 75 },
      published: null,
      sender: 'Ans',
      editor: null,
    })
    expect(await shown(patch(ans.token, grade('7.5')))).toEqual([200, 'The result is as it was.'])
    expect(await cell()).toEqual(draft)
    expect(await log('action=results-edited')).toMatchObject([
      { actor: 'Koppeling Ans', actor_id: null, about: '1 uitslag: ALG' },
    ])
    const read = await stage.api.ask(`GET /oeapi/v6/test-component-offering-associations/${sam.id}`, {
      token: ans.token,
    })
    expect(read.body).toMatchObject({ result: null })

    // The attempt is the same result.
    const attempt = { path: `/test-component-offering-associations-attempt/${sam.attempt}` }
    expect((await patch(ans.token, grade('4,9'), attempt)).status).toBe(200)
    expect(await cell()).toMatchObject({ draft: { outcome: 'failed', grade: 49 }, sender: 'Ans' })
    await publish()
    expect(await cell()).toMatchObject({ published: { outcome: 'failed', grade: 49 } })
    expect(await shown(patch(ans.token, grade('4.9')))).toEqual([200, 'The result is as it was.'])
    expect(await shown(patch(ans.token, grade('5.5')))).toEqual([
      409,
      'Another result is published already. Only a teacher can correct it.',
    ])
    expect((await patch(ans.token, { result: null })).status).toBe(409)
    expect(await cell()).toMatchObject({ published: { grade: 49 }, draft: { grade: 49 } })
  })

  test("nothing that a person entered is lost; another system's draft is replaced, and its own taken back", async () => {
    const [old, ans] = [await system('Oud systeem', ['results.write']), await system('Ans', ['results.write'])]
    await type({ outcome: 'passed', grade: 80 })
    const typed = await cell()
    for (const body of [grade('6'), { result: null }, { ...grade('6'), attendance: 'present' }]) {
      const answer = await patch(ans.token, body)
      expect(answer).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('A teacher has entered another result') },
      })
      validateByStandard('Problem', answer.body)
    }
    expect(await cell()).toEqual(typed)
    expect(await shown(patch(ans.token, grade('8.0')))).toEqual([200, 'The result is as it was.'])
    expect(await cell()).toEqual(typed)
    await type(null)

    await patch(old.token, grade('6'))
    expect(await cell()).toMatchObject({ sender: 'Oud systeem' })
    await patch(ans.token, { result: { pass: 'failed' } })
    expect(await cell()).toMatchObject({ sender: 'Ans', draft: { outcome: 'failed', grade: null } })
    expect((await patch(ans.token, { result: null })).status).toBe(200)
    expect(await cell()).toMatchObject({ draft: null, version: 0, sender: null })
    await patch(ans.token, grade('6'))
    await type({ outcome: 'passed', grade: 61 })
    expect(await cell()).toMatchObject({ sender: null, draft: { grade: 61 } })
  })

  test('a system that publishes by itself does what a teacher would, and no more', async () => {
    const { kysely } = stage.database
    const ans = await system('Ans', ['results.write'], { publishes: true })
    expect(await shown(patch(ans.token, grade('7.5', { final: false })))).toEqual([
      200,
      'The result waits for a teacher, who publishes it.',
    ])
    expect(await shown(patch(ans.token, grade('7.5')))).toEqual([200, 'The result is published.'])
    expect(await shown(patch(ans.token, grade('7.5')))).toEqual([200, 'The result is as it was.'])
    expect(await cell()).toMatchObject({ published: { grade: 75 }, sender: 'Ans' })
    const rows = await kysely
      .selectFrom('result_publication')
      .select(['publisher_id', 'connection_id', 'ended_testmoment_ids'])
      .execute()
    // The module is completed, so that the enrollment at the coming moment ended.
    expect(rows).toEqual([
      { publisher_id: null, connection_id: ans.id, ended_testmoment_ids: JSON.stringify([stage.school.moments.open]) },
    ])
    expect(await kysely.selectFrom('completed_module').select(['user_id', 'by_result']).execute()).toMatchObject([
      { user_id: stage.school.users.sam },
    ])
    expect(await kysely.selectFrom('outbox').select('kind').where('kind', '=', 'result-letter').execute()).toHaveLength(
      1,
    )
    expect(await log('action=results-published')).toMatchObject([{ actor: 'Koppeling Ans', about: '1 uitslag: ALG' }])

    // Withdrawn by a teacher: what comes after it is theirs to publish again.
    await type(null)
    await publish()
    expect(await cell()).toMatchObject({ published: null })
    expect(await shown(patch(ans.token, grade('9')))).toEqual([
      200,
      'The result waits for a teacher, who publishes it.',
    ])
    expect(await cell()).toMatchObject({ published: null, draft: { grade: 90 } })
    // Without the scope the setting means nothing.
    expect((await connect(stage.api, ['needs'], { publishes: true })).publishes).toBe(false)
  })

  test('attendance is a tick in the log, which counts where no person ticked', async () => {
    const { kysely } = stage.database
    const ans = await system('Ans', ['results.write'])
    const presence = async () =>
      (
        await kysely
          .selectFrom('presence')
          .select('status')
          .where('enrollment_id', '=', sam.enrollment)
          .executeTakeFirst()
      )?.status
    const list = async () => {
      const { body } = await stage.api.ask(`GET /testmoment/${stage.school.moments.past}/presence`, { token: teacher })
      return Object(body).entities[0]
    }
    const tick = async (status: string | null) => {
      stage.api.clock.now += 1_000
      const at = new Date(stage.api.clock.now).toISOString()
      const ticks = [{ key: crypto.randomUUID(), enrollment_id: sam.enrollment, status, at }]
      const path = `POST /testmoment/${stage.school.moments.past}/presence`
      expect((await stage.api.ask(path, { token: teacher, body: { ticks, walk_ins: [] } })).status).toBe(200)
    }
    const say = (attendance: string) => {
      stage.api.clock.now += 1_000
      return shown(patch(ans.token, { attendance }))
    }
    expect(await say('absent')).toEqual([200, 'Attendance is noted.'])
    expect(await say('absent')).toEqual([200, 'Attendance is as it was.'])
    expect(await list()).toMatchObject({ ticked: { status: 'absent', who: 'Koppeling Ans' }, others: [] })
    expect(await kysely.selectFrom('presence_tick').select('id').execute()).toHaveLength(1)
    expect(await say('present')).toEqual([200, 'Attendance is noted.'])
    expect(await presence()).toBe('present')
    await tick('late')
    expect(await say('absent')).toEqual([200, 'Attendance is noted; what a person ticked here counts.'])
    expect(await presence()).toBe('late')
    expect(await list()).toMatchObject({
      ticked: { status: 'late' },
      others: [{ status: 'absent', who: 'Koppeling Ans' }],
    })
    await tick(null)
    expect(await presence()).toBeUndefined()
    expect(await say('present')).toEqual([200, 'Attendance is noted.'])
    expect(await presence()).toBe('present')
    expect((await log('action=presence-noted')).map(({ actor }) => actor)).toContain('Koppeling Ans')
  })

  test('is refused as the standard has it, with the reason, and nothing of it is kept', async () => {
    const { token } = await system('Ans', ['results.write'])
    const one = `/test-component-offering-associations/${sam.id}`
    const cases: [body: unknown, status: number, detail: string][] = [
      [{ remoteState: 'associated' }, 422, 'remoteState is not taken'],
      [{ ...grade('7'), remoteState: 'cancelled' }, 422, 'remoteState is not taken'],
      [{ state: 'cancelled' }, 422, 'state is not taken'],
      [{ result: { score: '7', comment: 'Goed' } }, 422, 'result.comment is not taken'],
      [{ result: { score: '7', state: 'in_progress' } }, 422, 'completed'],
      [{ result: { score: '7', weight: 50 } }, 422, 'weight is 100'],
      [{ result: { score: 7.5 } }, 422, 'result.score'],
      [{ result: { score: '7.55' } }, 422, 'one decimal'],
      [{ result: { score: '10.1' } }, 422, "'1.0' to '10.0'"],
      [{ result: { score: '0.9' } }, 422, "'1.0' to '10.0'"],
      [{ result: { score: 'V' } }, 422, 'send pass alone'],
      [{ result: { score: '' } }, 422, 'send pass alone'],
      [{ result: { score: '9'.repeat(21) } }, 422, 'result.score'],
      [{ result: { score: '7', pass: 'failed' } }, 422, 'contradicts'],
      [{ result: { pass: 'unknown' } }, 422, 'result.pass'],
      [{ result: {} }, 422, 'score, or pass'],
      [{ attendance: 'x-late' }, 422, 'present or absent'],
      [{ attendance: null }, 422, 'present or absent'],
      [{}, 422, 'neither'],
      [[], 422, 'not a merge patch'],
      ['null', 422, 'not a merge patch'],
      ['{"result":', 400, 'cannot be read'],
      ['{"__proto__":{"result":null}}', 400, 'cannot be read'],
      ['', 400, 'cannot be read'],
      [`{"attendance":"${'x'.repeat(20_000)}"}`, 413, 'too large'],
    ]
    for (const [body, status, detail] of cases) {
      const answer = await patch(token, body)
      expect(answer, JSON.stringify(body)).toMatchObject({
        status,
        body: { status, detail: expect.stringContaining(detail) },
      })
      expect(answer.headers['content-type']).toContain('application/problem+json')
      validateByStandard('Problem', answer.body)
    }
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      expect(await patch(token, grade('7'), { headers: { 'content-type': type } }), type).toMatchObject({
        status: 415,
        headers: { 'accept-patch': PATCH['content-type'] },
      })
    const stranger = createIds(randomBytes(32)).write('association', sam.enrollment)
    for (const id of [stranger, teachers, sam.attempt, 'me', `${sam.id}x`, '1'])
      expect((await patch(token, grade('7'), { path: `/test-component-offering-associations/${id}` })).status, id).toBe(
        404,
      )
    expect(await shown(patch(token, grade('7'), { path: `/test-component-offering-associations/${future}` }))).toEqual([
      422,
      'The test has not begun: results and attendance are taken from its first day on.',
    ])
    for (const [method, path, allow] of [
      ['PUT', one, 'GET, HEAD, PATCH'],
      ['POST', one, 'GET, HEAD, PATCH'],
      ['DELETE', one, 'GET, HEAD, PATCH'],
      ['PUT', `${one}/test-component-offering-association-attempt/${sam.attempt}`, ''],
      ['PATCH', '/persons', 'GET, HEAD'],
    ] as const)
      expect(
        await stage.api.ask(`${method} /oeapi/v6${path}`, { token, headers: PATCH, body: '{}' }),
        path,
      ).toMatchObject({
        status: 405,
        headers: { allow },
      })
    expect(await patch(token, grade('7'), { headers: { accept: 'application/json; version=5.0' } })).toMatchObject({
      status: 406,
    })
    expect(await cell()).toMatchObject({ draft: null, version: 0, presence: null })
    expect(await patch(token, grade('7', { rawScore: 30, maxRawScore: 40, comment: null, ext: null }))).toMatchObject({
      status: 200,
      body: { message: [{ value: expect.stringContaining('Points are not kept here.') }] },
    })
  })

  test('needs its scope, whatever else a token may do, and a connection that is not revoked', async () => {
    const paths = [
      `/test-component-offering-associations/${sam.id}`,
      `/test-component-offering-associations-attempt/${sam.attempt}`,
    ]
    for (const scope of connectionScopes) {
      const { token } = await system(scope, [scope])
      const everythingElse = await system(
        `not ${scope}`,
        connectionScopes.filter((other) => other !== scope),
      )
      for (const path of paths) {
        const expected = scope === 'results.write' ? 200 : 403
        const answer = await patch(token, grade('7'), { path })
        expect(answer.status, `${scope}: ${path}`).toBe(expected)
        if (expected === 403)
          expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope", scope="results.write"')
        expect((await patch(everythingElse.token, grade('7'), { path })).status).toBe(
          scope === 'results.write' ? 403 : 200,
        )
        expect((await stage.api.ask(`GET /oeapi/v6${path}`, { token })).status).toBe(
          scope === 'associations.read' ? 200 : 403,
        )
      }
    }
    expect((await patch(teacher, grade('7'))).status).toBe(401)
    const ans = await system('Ans', ['results.write'])
    expect((await patch(ans.token, grade('8'))).status).toBe(200)
    await stage.api.ask(`DELETE ${ans._links.revoke?.href}`, { token: teacher })
    expect((await patch(ans.token, grade('9'))).status).toBe(401)
    // Its draft stays, with its name.
    expect(await cell()).toMatchObject({ draft: { grade: 80 }, sender: 'Ans' })
  })

  test('sent while its connection is revoked is written and logged before that, or refused', {
    tags: 'race',
  }, async () => {
    const { database, school, api } = stage
    const [early, late] = [await system('Ans', ['results.write']), await system('Remindo', ['results.write'])]
    const revoke = (made: typeof early) => () => api.ask(`DELETE ${made._links.revoke?.href}`, { token: teacher })
    const acts = async () => {
      const log = database.kysely.selectFrom('audit').select('action').orderBy('id')
      const found = await log.where('action', 'in', ['results-edited', 'connection-revoked']).execute()
      return found.map(({ action }) => action)
    }
    // The patch has looked at its connection and is about to write: revoking has to wait for it.
    const [written, revoked] = await halfway(database, {
      hold: (trx) => trx.selectFrom('enrollment').select('id').where('id', '=', sam.enrollment).forUpdate().execute(),
      first: () => patch(early.token, grade('8')),
      second: revoke(early),
    })
    // SQLite has one transaction at a time, so that either may be first there.
    const isFirst = database.isRemote || written.status === 200
    expect([written.status, revoked.status]).toEqual([isFirst ? 200 : 401, 200])
    const logged = isFirst ? ['results-edited', 'connection-revoked'] : ['connection-revoked']
    expect(await acts()).toEqual(logged)
    const kept = await cell()
    expect(kept.draft).toEqual(isFirst ? { outcome: 'passed', grade: 80 } : null)

    // Revoking has looked and is about to be logged: the patch, whose token was good when it came, has to wait for it.
    const answers = await halfway(database, {
      hold: holdUser(school.users.teacher),
      first: revoke(late),
      second: () => patch(late.token, grade('9')),
    })
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    expect(await acts()).toEqual([...logged, 'connection-revoked'])
    expect(await cell()).toEqual(kept)
  })

  describe('says so in its description', () => {
    test('which paths take a patch', async () => {
      const { token } = await system('Ans', ['results.write'])
      const { body } = await stage.api.ask('GET /oeapi/v6/', { token })
      const { supportedOperations } = z
        .object({ supportedOperations: z.array(z.object({ verb: z.string(), path: z.string() })) })
        .parse(body)
      expect(supportedOperations.filter(({ verb }) => verb !== 'GET')).toMatchObject([
        { verb: 'PATCH', path: '/test-component-offering-associations/:id' },
        { verb: 'PATCH', path: '/test-component-offering-associations-attempt/:id' },
      ])
    })
  })
})
