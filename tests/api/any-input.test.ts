import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { API_BASE } from '#contract/endpoint.ts'
import type { Database } from '#database/engine/open-database.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { type ArbitraryRequest, requestsTo, wrongAuthorizations } from './support/arbitrary-request.ts'
import { listOperations, type Operation } from './support/operations.ts'

/** Requests to each operation, other ones with `npm test -- --explore 10m`. A failure prints the seed that repeats it. */
const RUNS = 12
/** Requests to an operation that answers with a file, made in its own process in some tenths of a second. */
const RUNS_OF_FILES = 3
/** Callers; those with more rights ask more often. */
const CALLERS = ['nobody', 'sam', 'sam', 'teacher', 'teacher', 'teacher'] as const
type Caller = (typeof CALLERS)[number]

/** Refusals that any path and method may give, also if its documentation does not list them. */
const EVERYWHERE = ['request-malformed', 'not-found', 'method-not-allowed', 'headers-too-large']

vi.setConfig({ testTimeout: underLoad(60_000) })

describeOnEachDatabase('whatever is sent', (open) => {
  test('is answered as documented: never a fault of the server, and always a reason', async () => {
    const database = await open()
    const api = await startTestApi(database)
    for (const operation of await listOperations(api)) await sendAnythingTo(operation, api, database)
  })
})

async function sendAnythingTo(operation: Operation, api: TestApi, database: Database): Promise<void> {
  let school = await enter(api, database)
  const requests = requestsTo(operation, (name) => idsFor(name, school.ids))
  const property = fc.asyncProperty(
    fc.constantFrom(...CALLERS),
    wrongAuthorizations,
    requests,
    async (caller, wrong, request) => {
      const authorization = caller === 'nobody' ? wrong : `Bearer ${school.tokens[caller]}`
      const reply = await send(api, operation, authorization, request)
      expectAsDocumented(operation, reply)
      // The request deleted, demoted or logged out its caller, so the next one gets a new school.
      if (reply.statusCode === 401 && caller !== 'nobody') school = await enter(api, database)
    },
  )
  await fc.assert(property, { numRuns: isFile(operation) ? RUNS_OF_FILES : RUNS })
}

const isFile = ({ responses }: Operation): boolean =>
  Object.keys(responses['200']?.content ?? {}).some((type) => /pdf|spreadsheet/.test(type))

/** Starts a new school; returns its ids and the tokens of its callers. */
async function enter(api: TestApi, database: Database) {
  const ids = await idsIn(await startTestSchool(database), database)
  const tokenOf = async (caller: Caller) => (await api.logIn(`${caller}@school.test`)).token
  return { ids, tokens: { sam: await tokenOf('sam'), teacher: await tokenOf('teacher') } }
}

/** Ids that requests can name, and an enrollment of Sam's. */
async function idsIn({ users, modules, moments, departmentId }: TestSchool, { kysely }: Database) {
  const place = { user_id: users.sam, testmoment_id: moments.open, module_id: modules.ALG }
  const enrollment = kysely.insertInto('enrollment').values({ ...place, created_at: '2026-02-01T09:00:00.000Z' })
  const schoolyears = await kysely.selectFrom('schoolyear').select('id').execute()
  return {
    user: Object.values(users),
    testmoment: Object.values(moments),
    module: Object.values(modules),
    department: [departmentId],
    enrollment: [(await enrollment.returning('id').executeTakeFirstOrThrow()).id],
    schoolyear: schoolyears.map(({ id }) => id),
  }
}
type SchoolIds = Awaited<ReturnType<typeof idsIn>>

/** 'user', 'users' and 'user_id' are about users, lists are of modules; what is about nothing in particular may be any of them. */
function idsFor(name: string, ids: SchoolIds): number[] {
  if (name === 'entities') return ids.module
  const known = Object.entries(ids).find(([kind]) => name.replace('education-', '').startsWith(kind))
  return known?.[1] ?? Object.values(ids).flat()
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const send = (
  { app }: TestApi,
  { method }: Operation,
  authorization: string | undefined,
  { url, headers, payload }: ArbitraryRequest,
) => {
  const known = METHODS.find((name) => name === method)
  if (!known) throw new Error(`${method} is no method of this API`)
  const options: InjectOptions = { method: known, url: API_BASE + url, headers: { ...headers } }
  if (authorization !== undefined) options.headers = { ...headers, authorization }
  if (payload !== undefined) options.payload = payload
  return app.inject(options)
}

/** Text for people of a refusal, in Dutch; one refusal of §8 ends without a full stop. */
const aSentence = z.string().regex(/^[A-Z][^{}]*(\.|gesloten)$/)

type Reply = Awaited<ReturnType<typeof send>>

function expectAsDocumented({ name, responses }: Operation, reply: Reply): void {
  const status = reply.statusCode
  const description = `${name}: ${status} ${reply.body.slice(0, 300)}`
  expect(status, description).toBeLessThan(500)
  if (status === 304) return
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  if (status >= 400) {
    expect(isJson, description).toBe(true)
    const { reason } = z.looseObject({ reason: z.unknown(), message: aSentence }).parse(reply.json())
    if (typeof reason === 'string' && EVERYWHERE.includes(reason)) return
  }
  const documented = responses[status]
  expect(documented, `${description} is not documented`).toBeDefined()
  const schema = documented?.content['application/json']?.schema
  expect(schema !== undefined, description).toBe(isJson)
  if (!schema) return
  const { error } = validatorOf(schema).safeParse(reply.json())
  expect(error?.issues, description).toBeUndefined()
}

/** Validators by documented answer, made once: making one takes longer than the request. */
const validators = new WeakMap<object, z.ZodType>()

function validatorOf(schema: Record<string, unknown>): z.ZodType {
  const validator = validators.get(schema) ?? z.fromJSONSchema(schema)
  validators.set(schema, validator)
  return validator
}
