import { generateKeyPairSync, sign } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { describe, expect, test } from 'vitest'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { askToken, basic, connect, tokenFor } from './oeapi-stage.ts'

const MINUTE = 60_000
const PUBLIC_URL = 'http://127.0.0.1:3000'
const PERSONS = 'GET /oeapi/v6/persons'

describeOnEachDatabase('a system of the school', (open) => {
  const stage = openStage(open)
  const read = (token: Token, path = PERSONS) => stage.api.ask(path, { token })

  test('gets a token for its own scopes, which it may narrow and never widen', async () => {
    const { client_id, secret } = await connect(stage.api, ['offerings.read', 'persons.read'])
    const authorization = basic(client_id, secret)
    expect(await askToken(stage.api, { authorization })).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 900, scope: 'offerings.read persons.read' },
      headers: { 'cache-control': 'no-store' },
    })
    const narrowed = await askToken(stage.api, { authorization, form: { scope: 'persons.read' } })
    expect(narrowed).toMatchObject({ status: 200, body: { scope: 'persons.read' } })
    for (const scope of ['results.read', 'persons.read results.read', 'needs', 'everything'])
      expect(await askToken(stage.api, { authorization, form: { scope } }), scope).toMatchObject({
        status: 400,
        body: { error: 'invalid_scope' },
      })
  })

  test('is refused as RFC 6749 says, and told no more', async () => {
    const { client_id, secret } = await connect(stage.api, ['persons.read'])
    const authorization = basic(client_id, secret)
    const refusals: [given: Parameters<typeof askToken>[1], status: number, error: string][] = [
      [{}, 401, 'invalid_client'],
      [{ authorization: basic(client_id, `${secret}x`) }, 401, 'invalid_client'],
      [{ authorization: basic('wi-0000000000000000', secret) }, 401, 'invalid_client'],
      [{ authorization: basic(`${client_id}\0`, secret) }, 401, 'invalid_client'],
      [{ authorization: 'Basic %%%' }, 401, 'invalid_client'],
      [{ form: { client_id, client_secret: secret } }, 401, 'invalid_client'],
      [{ authorization, form: { grant_type: 'password' } }, 400, 'unsupported_grant_type'],
      [{ authorization, form: 'scope=persons.read' }, 400, 'invalid_request'],
      [{ authorization, form: 'grant_type=client_credentials&grant_type=password' }, 400, 'invalid_request'],
    ]
    for (const [given, status, error] of refusals) {
      const answer = await askToken(stage.api, given)
      expect(answer, JSON.stringify(given)).toMatchObject({ status, body: { error } })
      if (status === 401) expect(answer.headers['www-authenticate']).toContain('Basic realm="oeapi"')
    }
    const json = await stage.api.ask('POST /oeapi/token', { body: { grant_type: 'client_credentials' } })
    expect(json).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  test('may send parameters without a value, which count as omitted (RFC 6749 §3.2)', async () => {
    const { client_id, secret } = await connect(stage.api, ['persons.read'])
    const authorization = basic(client_id, secret)
    for (const form of ['client_secret=&scope=', 'client_assertion=&client_assertion_type=&client_id='])
      expect(
        await askToken(stage.api, { authorization, form: `grant_type=client_credentials&${form}` }),
        form,
      ).toMatchObject({ status: 200, body: { scope: 'persons.read' } })
    expect(await askToken(stage.api, { authorization, form: 'grant_type=' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
  })

  test('that says something of a wrong type is refused, and never by a 500', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const public_key = JSON.stringify(publicKey.export({ format: 'jwk' }))
    const seconds = Math.floor(stage.api.clock.now / 1_000)
    const WRONG = [5, -1, 1e308, true, null, [], ['x', 5], {}, '\0', '\ud800']
    const askWith = async (claims: object, header: object = {}) => {
      const { client_id } = await connect(stage.api, ['persons.read'], { public_key })
      const right = { iss: client_id, sub: client_id, aud: `${PUBLIC_URL}/oeapi`, iat: seconds, exp: seconds + 60 }
      const parts = [
        { alg: 'EdDSA', ...header },
        { ...right, jti: client_id, ...withId(claims, client_id) },
      ]
      const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
      const signature = sign(null, Buffer.from(signed), privateKey).toString('base64url')
      const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      const form = { client_assertion_type, client_assertion: `${signed}.${signature}` }
      const answer = await askToken(stage.api, { form })
      // A client is throttled after ten refusals, and a school has some connections at most.
      await stage.database.kysely
        .updateTable('connection')
        .set({ revoked_at: new Date(0).toISOString() })
        .execute()
      return answer
    }
    /** An id among other things, which as a text would be that id. */
    const withId = (claims: object, id: string) => ({ ...claims, ...('listed' in claims && { iss: [id], sub: [id] }) })
    expect((await askWith({})).status).toBe(200)
    expect((await askWith({ listed: true })).status).toBe(401)
    for (const wrong of WRONG) {
      for (const claim of ['iss', 'sub', 'aud', 'iat', 'exp', 'nbf', 'jti'])
        expect([200, 401], `${claim} ${JSON.stringify(wrong)}`).toContain((await askWith({ [claim]: wrong })).status)
      for (const name of ['alg', 'typ', 'kid', 'crit', 'b64', 'jwk'])
        expect([200, 401], `${name} ${JSON.stringify(wrong)}`).toContain((await askWith({}, { [name]: wrong })).status)
      if (typeof wrong !== 'string')
        expect((await askWith({ jti: wrong })).status, `jti ${JSON.stringify(wrong)}`).toBe(401)
      for (const name of ['grant_type', 'scope', 'client_id', 'client_assertion', 'client_assertion_type'])
        expect([400, 401]).toContain((await askToken(stage.api, { form: { [name]: String(wrong) } })).status)
    }
    expect((await askWith({ iat: seconds + 7_200, exp: seconds + 7_260 })).status, 'from two hours ahead').toBe(401)
  })

  test('must wait after ten wrong secrets, while others are served', async () => {
    const [guessed, other] = [await connect(stage.api, ['persons.read']), await connect(stage.api, ['persons.read'])]
    const guess = () => askToken(stage.api, { authorization: basic(guessed.client_id, 'wrong') })
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1) statuses.push((await guess()).status)
    expect(statuses).toContain(429)
    expect(Number((await guess()).headers['retry-after'])).toBeGreaterThan(0)
    expect((await askToken(stage.api, { authorization: basic(other.client_id, other.secret) })).status).toBe(200)
  })

  test('is refused at once when it is revoked, and when its quarter of an hour is over', async () => {
    const { client_id, secret, _links } = await connect(stage.api, ['persons.read'])
    const authorization = basic(client_id, secret)
    const tokenNow = async () => Object(await (await askToken(stage.api, { authorization })).body).access_token
    const first = await tokenNow()
    expect((await read(first)).status).toBe(200)
    stage.api.clock.now += 15 * MINUTE + 1_000
    expect(await read(first)).toMatchObject({ status: 401, body: { title: expect.any(String) } })

    const second = await tokenNow()
    const scopesBecome = (scopes: string) =>
      stage.database.kysely.updateTable('connection').set({ scopes }).where('client_id', '=', client_id).execute()
    await scopesBecome('offerings.read')
    expect((await read(second)).status, 'a scope that was taken off').toBe(403)
    await scopesBecome('persons.read')
    const revoke = `DELETE ${_links.revoke?.href}`
    expect((await stage.as.teacher(revoke)).status).toBe(200)
    const gone = await read(second)
    expect(gone.status).toBe(401)
    expect(gone.headers['www-authenticate']).toContain('error="invalid_token"')
    expect((await askToken(stage.api, { authorization })).status).toBe(401)
    expect((await stage.as.teacher(revoke)).status).toBe(200)
  })

  test('may do more or less once a teacher says so, also with the token that it has', async () => {
    const { client_id, secret, _links } = await connect(stage.api, ['persons.read'])
    const { body } = await askToken(stage.api, { authorization: basic(client_id, secret) })
    const { access_token } = Object(body)
    expect((await read(access_token)).status).toBe(200)
    const edit = (rights: object) => stage.as.teacher(`PUT ${_links.edit?.href}`, rights)
    const less = { scopes: ['results.write', 'offerings.read'], publishes: true }
    expect(await edit(less)).toMatchObject({
      status: 200,
      body: { entity: { ...less, scopes: less.scopes.toReversed() } },
    })
    expect((await read(access_token)).status).toBe(403)
    expect(await edit({ scopes: ['persons.read'], publishes: true })).toMatchObject({
      body: { entity: { publishes: false } },
    })
    expect((await read(access_token)).status).toBe(200)
    expect(await edit({ scopes: [], publishes: false })).toMatchObject({ body: { reason: 'connection-scopeless' } })
    const lines = await stage.as.teacher('GET /audit?resource=connection')
    expect(lines.body).toMatchObject({
      entities: [
        {
          action: 'edited',
          changes: { scopes: [['Toetsen lezen', 'Uitslagen sturen', 'Publiceert zelf'], ['Studenten lezen']] },
        },
        { action: 'edited' },
        { action: 'created' },
      ],
    })
    await stage.as.teacher(`DELETE ${_links.revoke?.href}`)
    expect((await edit(less)).status).toBe(404)
  })

  test('gets another secret while the one before is valid for a day, also when the answer was lost', async () => {
    const { client_id, secret: first, _links } = await connect(stage.api, ['persons.read'])
    const renew = async () => {
      const { status, body } = await stage.as.teacher(`POST ${_links.renew?.href}`)
      expect(status).toBe(200)
      return String(Object(body).secret)
    }
    const accepted = async (secrets: string[]) => {
      const statuses: number[] = []
      for (const secret of secrets)
        statuses.push((await askToken(stage.api, { authorization: basic(client_id, secret) })).status)
      return statuses
    }
    const lost = await renew()
    expect(await accepted([first, lost])).toEqual([200, 200])
    stage.api.clock.now += 60 * MINUTE
    const second = await renew()
    expect(await accepted([first, lost, second])).toEqual([200, 401, 200])
    stage.api.clock.now += 23 * 60 * MINUTE
    expect(await accepted([first, second])).toEqual([401, 200])
    const rows = await stage.database.kysely.selectFrom('connection').selectAll().execute()
    for (const secret of [first, second]) expect(JSON.stringify(rows)).not.toContain(secret)
    const { publicKey } = generateKeyPairSync('ed25519')
    const public_key = JSON.stringify(publicKey.export({ format: 'jwk' }))
    const { _links: keyed } = await connect(stage.api, ['persons.read'], { public_key })
    expect(keyed).not.toHaveProperty('renew')
  })

  test('can be tried by a teacher, who reads what it would get and the last ten refusals; the trial is not its own', async () => {
    const { id, client_id, secret, _links } = await connect(stage.api, ['offerings.read'])
    const { body } = await askToken(stage.api, { authorization: basic(client_id, secret) })
    const { access_token } = Object(body)
    await askToken(stage.api, { authorization: basic(client_id, 'anders') })
    await askToken(stage.api, { authorization: basic(client_id, secret), form: { scope: 'needs' } })
    const { clock } = stage.api
    for (let times = 0; times < 9; times++) {
      clock.now += 6_000
      await stage.api.ask('GET /oeapi/v6/persons?filter_query=primaryCode%20is%20%27S1%27', { token: access_token })
    }
    const tryIt = async () => (await stage.as.teacher(`POST ${_links.try?.href}`)).body
    await eventually(async () => expect(Object(await tryIt()).refusals).toHaveLength(10))
    const before = await stage.database.kysely.selectFrom('connection_reading').selectAll().execute()
    expect(await tryIt()).toMatchObject({
      steps: [
        { asked: '/academic-sessions', refused: null, found: expect.any(Number) },
        { asked: '/programmes', refused: null },
        { asked: '/test-components', refused: null },
        { asked: '/persons', refused: 'forbidden', found: null },
        { asked: '/rooms', refused: null },
      ],
      refusals: [
        ...Array.from({ length: 9 }, () => ({ asked: 'GET /persons', kind: 'forbidden' })),
        { asked: 'POST /oeapi/token', kind: 'invalid_scope' },
      ],
    })
    expect(await stage.database.kysely.selectFrom('connection_reading').selectAll().execute()).toEqual(before)
    const kept = stage.database.kysely.selectFrom('connection_refusal').selectAll().where('connection_id', '=', id)
    expect(JSON.stringify(await kept.execute())).not.toContain('S1')
  })

  test("has a secret that is shown once, stored as a hash, and in no list; the log knows the teacher's act", async () => {
    const { secret, client_id } = await connect(stage.api, ['persons.read', 'needs'])
    const list = await stage.as.teacher('GET /connections')
    expect(JSON.stringify(list.body)).toContain(client_id)
    expect(JSON.stringify(list.body)).not.toContain(secret)
    const rows = await stage.database.kysely.selectFrom('connection').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect((await stage.as.teacher('GET /audit?resource=connection')).body).toMatchObject({
      entities: [
        {
          action: 'created',
          subject: 'Toetssysteem',
          changes: { scopes: [[], [expect.any(String), expect.any(String)]] },
        },
      ],
    })
  })

  test('cannot use the token of a person, nor a person its token', async () => {
    expect((await read(stage.as.teacher)).status).toBe(401)
    const own = await tokenFor(stage.api, ['persons.read'])
    expect((await stage.api.ask('GET /users/20', { token: own })).status).toBe(401)
    for (const forged of ['', 'x', `${own}x`, own.replace(/\.[^.]+$/, '.')])
      expect((await read(forged)).status).toBe(401)
  })

  test('is refused with its sentence for what a teacher enters wrongly', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const short = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey
    const cases: [body: object, reason: string | null][] = [
      [{ name: ' ', scopes: ['needs'] }, 'school-name-missing'],
      [{ name: 'Ans', scopes: [] }, 'connection-scopeless'],
      [{ name: 'Ans', scopes: ['needs'], public_key: 'niets' }, 'connection-key-unusable'],
      [
        { name: 'Ans', scopes: ['needs'], public_key: privateKey.export({ format: 'pem', type: 'pkcs8' }) },
        'connection-key-unusable',
      ],
      [
        { name: 'Ans', scopes: ['needs'], public_key: JSON.stringify(privateKey.export({ format: 'jwk' })) },
        'connection-key-unusable',
      ],
      [
        { name: 'Ans', scopes: ['needs'], public_key: short.export({ format: 'pem', type: 'spki' }) },
        'connection-key-unusable',
      ],
      [{ name: 'Ans', scopes: ['needs'], public_key: publicKey.export({ format: 'pem', type: 'spki' }) }, null],
      [{ name: 'Ans', scopes: ['needs'], public_key: JSON.stringify(publicKey.export({ format: 'jwk' })) }, null],
    ]
    for (const [body, reason] of cases) {
      const answer = await stage.as.teacher('POST /connection', body)
      if (reason === null)
        expect(answer).toMatchObject({ status: 201, body: { secret: null, entity: { proof: 'key' } } })
      else expect(answer, reason).toMatchObject({ status: 422, body: { reason } })
    }
  })

  describe('by the clients of others', () => {
    /** Sends what a client sends to the server in this process. */
    const fetchHere = async (
      url: string,
      {
        method = 'GET',
        headers = {},
        body,
      }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
    ): Promise<Response> => {
      const {
        status,
        body: answer,
        headers: all,
      } = await stage.api.ask(`${method} ${new URL(url).pathname}`, {
        headers,
        ...(body !== undefined && body !== null && { body: String(body) }),
      })
      return new Response(JSON.stringify(answer), { status, headers: { 'content-type': String(all['content-type']) } })
    }
    const server = { issuer: `${PUBLIC_URL}/oeapi`, token_endpoint: `${PUBLIC_URL}/oeapi/token` }

    test('openid-client gets a token by client_secret_basic', async () => {
      const { client_id, secret } = await connect(stage.api, ['persons.read'])
      const config = new openid.Configuration(server, client_id, {}, openid.ClientSecretBasic(secret))
      config[openid.customFetch] = fetchHere
      openid.allowInsecureRequests(config)
      const { access_token, expires_in } = await openid.clientCredentialsGrant(config, { scope: 'persons.read' })
      expect(expires_in).toBe(900)
      expect((await read(access_token)).status).toBe(200)
    })

    test.for(['ES256', 'PS256', 'Ed25519'] as const)('oauth4webapi gets one by private_key_jwt (%s)', async (alg) => {
      stage.api.clock.now = Date.now()
      const pair =
        alg === 'ES256'
          ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
          : alg === 'PS256'
            ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
            : generateKeyPairSync('ed25519')
      const public_key = JSON.stringify(pair.publicKey.export({ format: 'jwk' }))
      const client = await connect(stage.api, ['persons.read'], { public_key })
      const key = await importJWK(pair.privateKey.export({ format: 'jwk' }), alg)
      if (key instanceof Uint8Array) throw new Error('no private key')
      const asked = (id: string, issuer = server.issuer, fetch: typeof fetchHere = fetchHere) =>
        oauth.clientCredentialsGrantRequest(
          { ...server, issuer },
          { client_id: id },
          oauth.PrivateKeyJwt({ key }),
          new URLSearchParams(),
          { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: true },
        )
      const { access_token } = await oauth.processClientCredentialsResponse(
        server,
        { client_id: client.client_id },
        await asked(client.client_id),
      )
      expect((await read(access_token)).status).toBe(200)
      // An attacker sends an assertion that was intercepted.
      const sent: [string, Parameters<typeof fetchHere>[1]][] = []
      const caught = (url: string, options: Parameters<typeof fetchHere>[1]) => {
        sent.push([url, options])
        return fetchHere(url, options)
      }
      expect((await asked(client.client_id, server.issuer, caught)).status).toBe(200)
      for (const [url, options] of sent) expect((await fetchHere(url, options)).status).toBe(401)
      const other = await connect(stage.api, ['persons.read'])
      expect((await asked(other.client_id)).status).toBe(401)
      expect((await asked(client.client_id, 'https://elsewhere.example')).status).toBe(401)
      /** With an assertion that holds for long. */
      const askedLater = async (minutes: number) => {
        const made = Math.floor(stage.api.clock.now / 1_000)
        stage.api.clock.now += minutes * MINUTE
        const client_assertion = await new SignJWT()
          .setProtectedHeader({ alg })
          .setIssuer(client.client_id)
          .setSubject(client.client_id)
          .setAudience(server.issuer)
          .setIssuedAt(made)
          .setExpirationTime(made + 3_600)
          .sign(key)
        const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
        return askToken(stage.api, { form: { client_assertion_type, client_assertion } })
      }
      expect([(await askedLater(5)).status, (await askedLater(6)).status]).toEqual([200, 401])
      expect((await asked(client.client_id)).status, 'one that is over').toBe(401)
    })
  })
})
