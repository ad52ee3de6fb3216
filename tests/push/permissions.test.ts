import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { reasonTexts } from '#contract/refusals.texts.ts'
import { type ReasonCode, statusOfReason } from '#contract/refusals.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { startTestPush, type TestPush } from '#tests/support/push/test-push-server.ts'

const reasonSchema = z.custom<ReasonCode>((reason) => typeof reason === 'string' && Object.hasOwn(reasonTexts, reason))

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string().min(1),
        security: z.array(z.unknown()),
        requestBody: z.unknown().optional(),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
})

describeOnEachDatabase('every operation of the push server', (open) => {
  const { database, school } = openStage(open, { server: 'none' })
  let push: TestPush
  /** Noor's */
  let device: string
  beforeEach(async () => {
    push = await startTestPush(database)
    const { token } = await push.logIn(school.users.noor)
    const { body } = await push.ask('PUT /push/device', { token, body: push.wish('noor') })
    device = String(z.object({ entity: z.object({ id: z.int() }) }).parse(body).entity.id)
  })

  const operations = async () => {
    const { paths } = documentSchema.parse((await push.ask('GET /push/openapi.json')).body)
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        ...described,
        name: `${method.toUpperCase()} ${path}`,
        guarded: described.security.length > 0,
      })),
    )
  }
  const everything = () => ({
    ...push.wish('mine'),
    ...{ endpoint: push.wish('noor').subscription.endpoint },
    ...{ opening: true, reminder: true, quiet_from: null, quiet_until: null },
  })
  const askAll = async (token?: string) => {
    const asked: { name: string; guarded: boolean; status: number }[] = []
    for (const { name, guarded } of await operations()) {
      const { status } = await push.ask(name.replace('{id}', device), {
        ...(token !== undefined && { token }),
        ...(!name.startsWith('GET') && { body: everything() }),
      })
      asked.push({ name, guarded, status })
    }
    return asked
  }
  const letThrough = async (token?: string) =>
    (await askAll(token)).filter(({ status }) => ![401, 403, 404].includes(status)).map(({ name }) => name)

  /** Calls without a token that give nothing away; the third one, renewing, needs a right secret. */
  const FOR_ANYONE = ['GET /push/key', 'POST /push/forget']

  test('lets nobody in without a token', async () => {
    expect(await letThrough()).toEqual(FOR_ANYONE)
    for (const { name, guarded, status } of await askAll()) if (guarded) expect(status, name).toBe(401)
  })

  test('is for students alone', async () => {
    for (const user of [school.users.teacher, school.users.guest])
      expect(await letThrough((await push.logIn(user)).token)).toEqual(FOR_ANYONE)
  })

  test('lets a student touch nothing of another', async () => {
    expect((await letThrough((await push.logIn(school.users.sam)).token)).toSorted()).toEqual([
      'GET /push/devices',
      'GET /push/key',
      'GET /push/preference',
      'POST /push/forget',
      'PUT /push/device',
      'PUT /push/preference',
    ])
    const left = database.kysely.selectFrom('push_subscription').select('id').where('user_id', '=', school.users.noor)
    expect(await left.execute()).toEqual([{ id: Number(device) }])
  })

  test('refuses who was demoted, deactivated or deleted, whose token has not expired', async () => {
    const { sam } = school.users
    const { token } = await push.logIn(sam)
    const { kysely } = database
    await kysely.updateTable('user').set({ roles: 'ROLE_ADMIN' }).where('id', '=', sam).execute()
    expect(await letThrough(token)).toEqual(FOR_ANYONE)
    await kysely.updateTable('user').set({ roles: 'ROLE_STUDENT', activated: false }).where('id', '=', sam).execute()
    expect(await letThrough(token)).toEqual(FOR_ANYONE)
    await kysely.deleteFrom('user').where('id', '=', sam).execute()
    expect(await letThrough(token)).toEqual(FOR_ANYONE)
  })

  test('is described, with its reasons under their own statuses, by a document that is one', async () => {
    const answer = await push.ask('GET /push/openapi.json')
    expect(answer.headers).toMatchObject({ etag: expect.any(String), 'cache-control': 'no-cache' })
    const document = z.record(z.string(), z.unknown()).parse(answer.body)
    expect(await new Validator().validate(document)).toEqual({ valid: true })
    const refusal = z.object({
      content: z.object({
        'application/json': z.object({
          schema: z.object({ properties: z.object({ reason: z.object({ enum: z.array(reasonSchema) }) }) }),
        }),
      }),
    })
    for (const { name, responses } of await operations())
      for (const [status, response] of Object.entries(responses).filter(([code]) => Number(code) >= 400)) {
        const { enum: reasons } = refusal.parse(response).content['application/json'].schema.properties.reason
        for (const reason of reasons) expect(statusOfReason(reason), `${name}: ${reason}`).toBe(Number(status))
      }
  })

  test('has an example that is what its schema says', async () => {
    const media = z.object({ schema: z.record(z.string(), z.unknown()), example: z.json() })
    const described = z.object({ content: z.object({ 'application/json': media }) })
    for (const { name, requestBody, responses } of await operations())
      for (const [where, content] of Object.entries({ body: requestBody, reply: responses[200] })) {
        if (content === undefined) continue
        const { schema, example } = described.parse(content).content['application/json']
        expect(z.fromJSONSchema(schema).safeParse(example).error?.issues, `${name}, ${where}`).toBeUndefined()
      }
  })

  test('logs no secret, endpoint or token', async () => {
    const { token } = await push.logIn(school.users.sam)
    await askAll(token)
    const broken = await startTestPush({
      ...database,
      transaction: () => Promise.reject(Object.assign(new Error('planted'), { detail: token })),
    })
    const { token: other } = await broken.logIn(school.users.sam)
    expect((await broken.ask('PUT /push/device', { token: other, body: broken.wish('mine') })).status).toBe(500)
    const logs = [...push.logs, ...broken.logs].join('')
    expect(broken.logs.join('')).toContain('planted')
    for (const secret of [token, other, push.wish('mine').secret, 'fcm/send']) expect(logs).not.toContain(secret)
  })
})
