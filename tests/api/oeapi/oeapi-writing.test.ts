import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createIds } from '#api-server/oeapi/ids.ts'
import { listAudit } from '#contract/audit.calls.ts'
import { publishResults, readResults } from '#contract/results.calls.ts'
import { type ConnectionScope, connectionScopes } from '#domain/oeapi/connection.rules.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { addUser } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'
import { askToken, basic, connect, validateByStandard } from './oeapi-stage.ts'

/** Answer where a result stands that only a person may change. */
const HELD = [409, 'A result stands here that only a teacher can change.'] as const

const PATCH = { 'content-type': 'application/merge-patch+json' }

describeOnEachDatabase('what other systems write', (open) => {
  const stage = openStage(open, { loggedIn: ['teacher'] })
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
    token: Token,
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
    const { body } = await stage.as.teacher(`GET /testmoment/${stage.school.moments.past}/results`)
    const found = readResults.reply
      .parse(body)
      .entities.flatMap(({ cells }) => cells)
      .find(({ enrollment_id }) => enrollment_id === sam.enrollment)
    if (!found) throw new Error('Sam is not in the grid')
    return found
  }
  const type = async (value: object | null) => {
    const { version } = await cell()
    const entities = [{ enrollment_id: sam.enrollment, version, value }]
    const answer = await stage.as.teacher(`PUT /testmoment/${stage.school.moments.past}/results`, { entities })
    expect(answer.status).toBe(200)
  }
  const publish = async () => {
    const path = `/testmoment/${stage.school.moments.past}/results`
    const preview = await stage.as.teacher(`POST ${path}/preview`, {})
    const { confirmation } = Object(preview.body)
    const answer = await stage.as.teacher(`POST ${path}/publish`, { confirmation })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return publishResults.reply.parse(answer.body)
  }
  const log = async (filter: string) =>
    listAudit.reply.parse((await stage.as.teacher(`GET /audit?${filter}`)).body).entities
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
    expect(await shown(patch(ans.token, grade('5.5')))).toEqual(HELD)
    expect(await shown(patch(ans.token, { result: null }))).toEqual(HELD)
    expect(await cell()).toMatchObject({ published: { grade: 49 }, draft: { grade: 49 } })
  })

  test("nothing that a person entered is lost; another system's draft is replaced, and its own taken back", async () => {
    const [old, ans] = [await system('Oud systeem', ['results.write']), await system('Ans', ['results.write'])]
    await type({ outcome: 'passed', grade: 80 })
    const typed = await cell()
    for (const body of [grade('6'), { result: null }, { ...grade('6'), attendance: 'present' }]) {
      const answer = await patch(ans.token, body)
      expect(answer).toMatchObject({ status: 409, body: { detail: HELD[1] } })
      validateByStandard('Problem', answer.body)
    }
    expect(await cell()).toEqual(typed)
    await type(null)

    await patch(old.token, grade('6'))
    expect(await cell()).toMatchObject({ sender: 'Oud systeem' })
    await patch(ans.token, { result: { pass: 'failed' } })
    expect(await cell()).toMatchObject({ sender: 'Ans', draft: { outcome: 'failed', grade: null } })
    expect(await shown(patch(ans.token, { result: null }))).toEqual([200, 'The result that was sent is taken back.'])
    expect(await cell()).toMatchObject({ draft: null, version: 0, sender: null })
    expect(await shown(patch(ans.token, { result: null }))).toEqual([200, 'There was no result to take back.'])
    await patch(ans.token, grade('6'))
    await type({ outcome: 'passed', grade: 61 })
    expect(await cell()).toMatchObject({ sender: null, draft: { grade: 61 } })
  })

  test("a person's draft, and what is published, cannot be guessed: every value gets the same answer, and a line in the log", async () => {
    const [ans, other] = [await system('Ans', ['results.write']), await system('Ander', ['results.write'])]
    const grades = ['1.0', '5.4', '5.5', '6.0', '8.0', '10'].map((score) => grade(score))
    const guesses = [...grades, { result: { pass: 'passed' } }, { result: { pass: 'failed' } }, { result: null }]
    const guessed = async (token: Token) => {
      const answers = new Set<string>()
      for (const guess of guesses) {
        const { status, body, headers } = await patch(token, guess)
        answers.add(JSON.stringify([status, body, headers['content-length']]))
      }
      return [...answers]
    }
    await type({ outcome: 'passed', grade: 80 })
    expect(await guessed(ans.token)).toEqual([expect.stringContaining(HELD[1])])
    const line = { actor: 'Koppeling Ans', actor_id: null, about: '1 uitslag: ALG', changes: {}, parts: guesses.length }
    expect(await log('action=result-held')).toMatchObject([line])
    await publish()
    expect(await guessed(ans.token)).toEqual([expect.stringContaining(HELD[1])])
    await type(null)
    expect(await guessed(ans.token)).toEqual([expect.stringContaining(HELD[1])])
    await publish()
    // Taken back, so that a system may send; then a person changes it, and changes it back to what was sent.
    await patch(ans.token, grade('6'))
    await type({ outcome: 'passed', grade: 61 })
    await type({ outcome: 'passed', grade: 60 })
    expect(await guessed(ans.token)).toEqual([expect.stringContaining(HELD[1])])
    await type(null)
    // Nor can what another system sent: an equal draft becomes one's own, as any other would.
    await patch(other.token, grade('6'))
    expect(await shown(patch(ans.token, grade('6')))).toEqual([
      200,
      'The result waits for a teacher, who publishes it.',
    ])
    expect(await cell()).toMatchObject({ sender: 'Ans', draft: { grade: 60 } })
    await publish()
    expect(await shown(patch(ans.token, grade('6')))).toEqual([200, 'The result is as it was.'])
    expect(await shown(patch(other.token, grade('6')))).toEqual(HELD)
  })

  test('what the standard has and is not kept is left out and named; what would change the meaning is refused', async () => {
    const { token } = await system('Ans', ['results.write'])
    const document = { documentType: 'assessment_form', documentName: 'Beoordeling.pdf' }
    const notKept = {
      ...{ rawScore: 30.5, maxRawScore: 40, comment: 'Goed '.repeat(5_000), assessorId: crypto.randomUUID() },
      ...{
        assessor: { surname: 'Jansen' },
        documents: [document],
        consumer: { consumerKey: 'x' },
        ext: { a: { b: 1 } },
      },
    }
    const answer = await patch(token, { ...grade('7', notKept), ext: { version: 2 }, consumer: null, documents: [] })
    const leftOut = [...Object.keys(notKept).map((name) => `result.${name}`), 'documents', 'ext']
    expect(answer).toMatchObject({ status: 200, body: { ext: { leftOut } } })
    expect(Object(answer.body).message[0].value).toContain(`Not kept here: ${leftOut.join(', ')}.`)
    for (const schema of ['AssociationId', 'PostResponse']) validateByStandard(schema, answer.body)
    expect(await cell()).toMatchObject({ draft: { grade: 70 } })
    const nulls = Object.fromEntries(Object.keys(notKept).map((name) => [name, null]))
    expect((await patch(token, grade('7', nulls))).body).not.toHaveProperty('ext')
    for (const meaning of [{ state: 'in_progress' }, { state: 'postponed' }, { weight: 50 }])
      expect((await patch(token, grade('8', { ...notKept, ...meaning }))).status, JSON.stringify(meaning)).toBe(422)
    expect(await cell()).toMatchObject({ draft: { grade: 70 } })
  })

  // Of Jackson, of .NET without and with a time zone, of MySQL, and the day that the standard's text asks for.
  test.for([
    '2026-03-09T10:00:00.000+0000',
    '2026-03-09T10:00:00',
    '2026-03-09T10:00:00.1234567+01:00',
    '2026-03-09 10:00:00',
    '2026-03-09',
  ])('a result with the date %j is kept: ours is when it is published', async (resultDateTime) => {
    const { token } = await system('Ans', ['results.write'])
    expect((await patch(token, grade('7', { resultDateTime }))).status).toBe(200)
    expect(await cell()).toMatchObject({ draft: { grade: 70 } })
  })

  test('members that are null, as some programs write all that they have no value for, say nothing', async () => {
    const { token } = await system('Ans', ['results.write'])
    const nulls = { state: null, pass: null, final: null, weight: null, resultDateTime: null, comment: null }
    const answer = await patch(token, { ...grade('7', nulls), remoteState: null, consumer: null, ext: null })
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('ext')
    expect(await cell()).toMatchObject({ draft: { grade: 70 } })
  })

  test('a score whose system leaves it to the school whether it passes is a draft, also of one that publishes by itself', async () => {
    const { token } = await system('Remindo', ['results.write'], { publishes: true })
    expect(await shown(patch(token, grade('9', { pass: 'unknown' })))).toEqual([
      200,
      'The result waits for a teacher, who publishes it.',
    ])
    expect(await cell()).toMatchObject({ draft: { grade: 90 }, published: null })
    expect((await patch(token, { result: { pass: 'unknown' } })).status).toBe(422)
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

  test('a system that publishes by itself leaves a result of who was absent to a teacher, who is asked', async () => {
    const ans = await system('Ans', ['results.write'], { publishes: true })
    const said = async (body: object) => String((await shown(patch(ans.token, body)))[1])
    expect(await said({ ...grade('7.5'), attendance: 'absent' })).toMatch(/^The result waits for a teacher/)
    expect(await cell()).toMatchObject({ published: null, draft: { grade: 75 } })
    expect(await said(grade('8'))).toMatch(/^The result waits for a teacher/)
    stage.api.clock.now += 1_000
    expect(await said({ ...grade('8'), attendance: 'present' })).toMatch(/^The result is published/)
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
      const { body } = await stage.as.teacher(`GET /testmoment/${stage.school.moments.past}/presence`)
      return Object(body).entities[0]
    }
    const tick = async (status: string | null) => {
      stage.api.clock.now += 1_000
      const at = new Date(stage.api.clock.now).toISOString()
      const ticks = [{ key: crypto.randomUUID(), enrollment_id: sam.enrollment, status, at }]
      const path = `POST /testmoment/${stage.school.moments.past}/presence`
      expect((await stage.as.teacher(path, { ticks, walk_ins: [] })).status).toBe(200)
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
      [{ result: { score: '7', withdrawn: true } }, 422, 'result.withdrawn is not taken'],
      [{ result: { score: '7', state: 'in_progress' } }, 422, 'completed'],
      [{ result: { score: '7', weight: 50 } }, 422, 'weight is 100'],
      [{ result: { score: 7.5 } }, 422, "score is a text such as '7.5'"],
      [{ result: { score: '7.55' } }, 422, 'one decimal'],
      [{ result: { score: '10.1' } }, 422, "'1.0' to '10.0'"],
      [{ result: { score: '0.9' } }, 422, "'1.0' to '10.0'"],
      [{ result: { score: 'V' } }, 422, 'send pass alone'],
      [{ result: { score: '' } }, 422, 'send pass alone'],
      [{ result: { score: '9'.repeat(21) } }, 422, "score is a text such as '7.5'"],
      [{ result: { score: '7', pass: 'failed' } }, 422, 'contradicts'],
      [{ result: { pass: 'unknown' } }, 422, 'score, or pass'],
      [{ result: { pass: 'maybe' } }, 422, 'result.pass'],
      [{ result: {} }, 422, 'score, or pass'],
      [{ attendance: 'x-late' }, 422, 'present or absent'],
      [{ attendance: null }, 422, 'present or absent'],
      [{}, 422, 'neither'],
      [[], 422, 'not a merge patch'],
      ['null', 422, 'not a merge patch'],
      ['{"result":', 400, 'cannot be read'],
      ['{"__proto__":{"result":null}}', 400, 'cannot be read'],
      ['', 400, 'cannot be read'],
      [`{"attendance":"${'x'.repeat(300_000)}"}`, 413, 'too large'],
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
      ['PUT', one, 'GET, HEAD, OPTIONS, PATCH'],
      ['POST', one, 'GET, HEAD, OPTIONS, PATCH'],
      ['DELETE', one, 'GET, HEAD, OPTIONS, PATCH'],
      ['PUT', `${one}/test-component-offering-association-attempt/${sam.attempt}`, ''],
      ['PATCH', '/persons', 'GET, HEAD, OPTIONS'],
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
    expect((await patch(stage.as.teacher, grade('7'))).status).toBe(401)
    const ans = await system('Ans', ['results.write'])
    expect((await patch(ans.token, grade('8'))).status).toBe(200)
    await stage.as.teacher(`DELETE ${ans._links.revoke?.href}`)
    expect((await patch(ans.token, grade('9'))).status).toBe(401)
    // Its draft stays, with its name.
    expect(await cell()).toMatchObject({ draft: { grade: 80 }, sender: 'Ans' })
  })

  test('sent while its connection is revoked is written and logged before that, or refused', {
    tags: 'race',
  }, async () => {
    const { database, school } = stage
    const [early, late] = [await system('Ans', ['results.write']), await system('Remindo', ['results.write'])]
    const revoke = (made: typeof early) => () => stage.as.teacher(`DELETE ${made._links.revoke?.href}`)
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
