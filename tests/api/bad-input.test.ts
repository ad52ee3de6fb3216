// @module-tag engine
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openStage } from '#tests/support/api/stage.ts'
import { PASSWORD } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { listOperations } from './support/operations.ts'
import { spoiltRequests } from './support/spoilt-request.ts'

describeOnEachDatabase('bad input', (open) => {
  const { database, school, api, as, ask, place } = openStage(open, { as: 'sam' })

  const malformed = { status: 400, body: { reason: 'request-malformed' } }
  const fine = () => place('sam', 'open')
  const enroll = (body: unknown, headers = {}) => as.sam('POST /enrollment', body, headers)
  const expectNothingStored = async () =>
    expect(await database.kysely.selectFrom('enrollment').select('id').execute()).toEqual([])

  test.for([
    ['half an object', '{"user_id": 1'],
    ['no JSON at all', 'user_id=1'],
    ['a prototype', '{"__proto__": {"user_id": 1}, "user_id": 1}'],
    ['a constructor', '{"constructor": {"prototype": {"admin": true}}}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    ['ids that are text', '{"user_id":"1","testmoment_id":"1","module_id":"1"}'],
    ['ids that are nothing', '{"user_id":null,"testmoment_id":null,"module_id":null}'],
    ['ids that are lists', '{"user_id":[1],"testmoment_id":[1],"module_id":[1]}'],
    ['ids that are fractions', '{"user_id":1.5,"testmoment_id":1,"module_id":1}'],
    ['ids below one', '{"user_id":0,"testmoment_id":-1,"module_id":1}'],
    ['ids beyond any', '{"user_id":2147483648,"testmoment_id":1,"module_id":1}'],
    ['ids beyond numbers', '{"user_id":1e400,"testmoment_id":1,"module_id":1}'],
    ['SQL', '{"user_id":"1; drop table enrollment","testmoment_id":1,"module_id":1}'],
    ['a field too few', '{"user_id":1,"testmoment_id":1}'],
  ])('%s is refused', async ([, body]) => {
    expect(await enroll(body)).toMatchObject(malformed)
    await expectNothingStored()
  })

  test('no body is refused where one is needed, with and without a content type', async () => {
    expect(await ask('POST /enrollment', '')).toMatchObject(malformed)
    expect(await ask('POST /enrollment')).toMatchObject(malformed)
  })

  test('bytes that are no UTF-8 are refused, and not read as something else', async () => {
    const reply = await api.app.inject({
      method: 'POST',
      url: '/api/v1/login_check',
      headers: { 'content-type': 'application/json' },
      payload: Buffer.from(`{"username":"sam@school.test","password":"${PASSWORD}\xff"}`, 'latin1'),
    })
    expect({ status: reply.statusCode, body: reply.json() }).toMatchObject(malformed)
  })

  test('a nesting of 10,000 lists is refused', async () => {
    expect(await enroll('['.repeat(10_000) + ']'.repeat(10_000))).toMatchObject(malformed)
  })

  test.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'x',
  ])('a body of type %s is refused, also when it is JSON', async (type) => {
    expect(await enroll(fine(), { 'content-type': type })).toMatchObject({
      status: 415,
      body: { reason: 'body-not-json' },
    })
    await expectNothingStored()
  })

  test('a JSON content type may name a character set, and stand where there is no body', async () => {
    expect(await enroll(fine(), { 'content-type': 'application/json; charset=utf-8' })).toMatchObject({ status: 201 })
    expect(await ask('DELETE /enrollment/2147483647', '')).toMatchObject({
      status: 404,
    })
  })

  test('a body of 10 MB is refused unread', async () => {
    const reply = await send(`Content-Length: ${10 * 1024 * 1024}`, '{')
    expect(reply).toContain('HTTP/1.1 413 ')
    expect(reply).toContain('"reason":"body-too-large"')
    await expectNothingStored()
  })

  test('a body whose length nobody announced is refused once it is too long', async () => {
    const chunk = ' '.repeat(0x10001)
    const reply = await send('Transfer-Encoding: chunked', `10001\r\n${chunk}\r\n`)
    expect(reply).toContain('HTTP/1.1 413 ')
    expect(reply).toContain('"reason":"body-too-large"')
  })

  test('fields that nobody asked for are ignored', async () => {
    const extra = { id: 77, created_at: '1999-01-01T00:00:00.000Z', roles: ['ROLE_ADMIN'], module_name: 'x' }
    const { status, body } = await enroll({ ...fine(), ...extra })
    expect(status).toBe(201)
    expect(body).toMatchObject({ entity: { module_name: 'ALG', created_at: '2026-03-10T09:00:00.000Z' } })
    const { roles } = await database.kysely
      .selectFrom('user')
      .select('roles')
      .where('id', '=', school.users.sam)
      .executeTakeFirstOrThrow()
    expect(roles).toBe('ROLE_STUDENT')
  })

  test.for(['0', '-1', '1e3', '0x10', '1.0', '%201', '1%27%20or%20%271%27=%271', '99999999999999999999', '..', 'me'])(
    'an id in a path that is %s is refused',
    async (id) => {
      for (const path of [`/user/${id}`, `/user/${id}/testmoments`, `/user/${id}/module-statuses`]) {
        const { status } = await ask(`GET ${path}`)
        expect([400, 404]).toContain(status)
      }
      expect((await ask(`DELETE /enrollment/${id}`)).status).toBeGreaterThanOrEqual(400)
    },
  )

  test.for(['', 'x', '1;drop table module', '1&module_id=2', '%00'])('?module_id=%s is refused', async (value) => {
    expect(await ask(`GET /user/${school.users.sam}/testmoments?module_id=${value}`)).toMatchObject(malformed)
  })

  test.for([
    "' or '1'='1",
    "sam@school.test'; drop table user; --",
    'sam@school.test" --',
    '%',
    'ß'.repeat(200),
    'sa\u202Em@school.test',
    '\u212Aees@school.test',
  ])('the username %j is nobody', async (username) => {
    expect(await api.ask('POST /login_check', { body: { username, password: PASSWORD } })).toMatchObject({
      status: 401,
      body: { reason: 'login-failed' },
    })
  })

  test.for<[what: string, body: object]>([
    ['an empty password', { username: 'sam@school.test', password: '' }],
    ['a password that is an object', { username: 'sam@school.test', password: { $ne: null } }],
  ])('%s is refused', async ([, body]) => {
    expect(await api.ask('POST /login_check', { body })).toMatchObject(malformed)
  })

  test('NUL or half a character in any text of any call is malformed, on either database', async () => {
    let asked = 0
    for (const operation of (await listOperations(api)).filter(({ forDevices }) => !forDevices))
      for (const sign of ['\0', '\ud800'])
        for (const { path, body } of spoiltRequests(operation, `a${sign}b`)) {
          asked += 1
          const reply = await as.teacher(`${operation.method} ${path}`, body)
          // Without the right kind of token that comes first; a page leads back to the login screen.
          const description = `${operation.name} ${path} ${JSON.stringify(body)}: ${reply.status} ${JSON.stringify(reply.body)}`
          expect([302, 400, 401, 404], description).toContain(reply.status)
          if (operation.guarded) expect(reply, description).toMatchObject(malformed)
        }
    expect(asked).toBeGreaterThan(300)
  })

  test.for(['Ke\u0000es', 'Kees\ud800'])(
    'a name that is %j is refused, and nothing of it is kept',
    async (first_name) => {
      const names = { first_name, last_name: 'Bos' }
      expect(await ask(`PUT /user/${school.users.sam}`, names)).toMatchObject(malformed)
    },
  )

  test('a refusal has its reason and a request id, and nothing of what is behind', async () => {
    const replies = [await enroll('{'), await enroll({ user_id: 'x' }), await ask('GET /nowhere')]
    for (const { body, headers } of replies) {
      expect(Object.keys(Object(body))).toEqual(['reason', 'message'])
      expect(headers['x-request-id']).toMatch(/^[\w-]+$/)
      expect(headers['x-powered-by']).toBeUndefined()
    }
  })

  test('an unknown path is 404, a known one with another method 405, which says what it allows', async () => {
    expect(await api.ask('GET /nowhere')).toMatchObject({ status: 404, body: { reason: 'not-found' } })
    expect(await api.ask('GET /enrollment')).toMatchObject({
      status: 405,
      body: { reason: 'method-not-allowed' },
      headers: { allow: 'POST' },
    })
    expect(await api.ask('PUT /modules')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })

  test('HEAD is GET without a body, and OPTIONS lets no other origin in', async () => {
    const [got, head] = [await ask('GET /user'), await ask('HEAD /user')]
    expect(head).toMatchObject({ status: 200, body: '' })
    expect(head.headers['content-length']).toBe(got.headers['content-length'])
    const preflight = { origin: 'https://elders.test', 'access-control-request-method': 'POST' }
    const options = await api.ask('OPTIONS /enrollment', { headers: preflight })
    expect(options).toMatchObject({ status: 405, body: { reason: 'method-not-allowed' } })
    expect(Object.keys(options.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test.for(['authorization', 'content-type', 'x-forwarded-for', 'cookie'])('%s twice is no trouble', async (name) => {
    const twice = { [name]: ['x', 'application/json'] }
    const reply = await api.app.inject({ method: 'GET', url: '/api/v1/user', headers: twice })
    expect({ status: reply.statusCode, body: reply.json() }).toMatchObject({
      status: 401,
      body: { reason: 'token-missing' },
    })
  })

  /** Over a real socket: how much of a body is read shows nowhere else. Gives the first that comes back. */
  const send = async (length: string, body: string): Promise<string> => {
    const { app } = api
    const url = app.server.listening ? app.listeningOrigin : await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1')
    const head = `Authorization: Bearer ${await as.sam.token()}\r\nContent-Type: application/json\r\n${length}`
    socket.write(`POST /api/v1/enrollment HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`)
    const [reply] = await once(socket, 'data')
    socket.destroy()
    return String(reply)
  }
})
