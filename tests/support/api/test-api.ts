import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { inject, onTestFinished } from 'vitest'
import { type AppOptions, buildApp } from '#api-server/app.ts'
import { API_BASE } from '#contract/endpoint.ts'
import type { Database } from '#database/engine/open-database.ts'
import { sessionTokensSchema } from '#domain/sessions/session.schema.ts'
import { readConfig } from '#server/config.ts'
import { MORNING, PASSWORD } from './test-school.ts'
import { writeHere } from './write-here.ts'

export interface Login {
  /** current access token of this person */
  token(): Promise<string>
}

/** An access token, or whose it is. */
export type Token = string | Login

export const bearerOf = (token: Token) => (typeof token === 'string' ? token : token.token())

export interface Ask {
  token?: Token | undefined
  /** sent as JSON; a string is sent unchanged */
  body?: unknown
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  body: unknown
  headers: Record<string, unknown>
}

export interface TestApi {
  /** the first server, if there are two */
  app: Awaited<ReturnType<typeof buildApp>>
  clock: { now: number }
  /** lines that the servers logged */
  logs: string[]
  /** sends a request: `ask('GET /user')` goes to /api/v1/user; an absolute path, as links have, is kept */
  ask(operation: string, ask?: Ask): Promise<Answer>
  logIn(username: string): Promise<{ token: string; refresh_token: string }>
}

/** Poll interval (ms) that is never reached: with a stopped clock nothing comes due, and tests of the schedule poll. */
const NEVER = 2_147_483_647

export interface TestApiOptions extends Partial<AppOptions> {
  /** one server also behind PgBouncer, for what a single process does or counts */
  alone?: boolean
}

/**
 * Starts an API server on this database with a stopped clock, closed after the test. Behind PgBouncer there are two servers,
 * which answer in turn, because clients may not notice which one answers.
 */
export async function startTestApi(database: Database, options: TestApiOptions = {}): Promise<TestApi> {
  const { api, close } = await openTestApi(database, options)
  onTestFinished(close)
  return api
}

/** Like `startTestApi`, but the caller closes it. */
export async function openTestApi(
  database: Database,
  { alone = false, ...options }: TestApiOptions = {},
): Promise<{ api: TestApi; close: () => Promise<void> }> {
  const clock = { now: MORNING }
  const logs: string[] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'wiskunde-'))
  const start = () =>
    buildApp({
      database,
      config: readConfig({ DATA_DIR: dataDir, WEB_APP: 'none' }),
      clock: () => clock.now,
      logs: { write: (line) => logs.push(line) },
      schedulePoll: NEVER,
      promotionPoll: NEVER,
      sendingPoll: NEVER,
      // The event loop lags when other tests run too, which is no load here; tests of the load set their own.
      load: { lag: () => 0 },
      writeFile: writeHere,
      ...options,
    })
  const app = await start()
  const servers = inject('pgbouncer') && !alone ? [app, await start()] : [app]
  const close = async () => {
    for (const server of servers) await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  let asked = 0

  const ask: TestApi['ask'] = async (operation, { token, body, headers = {} } = {}) => {
    const [method, path] = splitOperation(operation)
    const bearer = token === undefined ? undefined : await bearerOf(token)
    const server = servers[asked++ % servers.length] ?? app
    const reply = await server.inject({
      method,
      url: /^\/(api|health|oeapi)\//.test(path) ? path : API_BASE + path,
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const json = /^application\/(problem\+)?json/.test(String(reply.headers['content-type']))
    return {
      status: reply.statusCode,
      body: json && reply.body !== '' ? reply.json() : reply.body,
      headers: reply.headers,
    }
  }

  const logIn: TestApi['logIn'] = async (username) => {
    const { status, body } = await ask('POST /login_check', { body: { username, password: PASSWORD } })
    if (status !== 200) throw new Error(`login of ${username} was answered ${status}`)
    return tokensIn(body)
  }
  return { api: { app, clock, logs, ask, logIn }, close }
}

type Method = Extract<InjectOptions['method'], string>
const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

function splitOperation(operation: string): [Method, string] {
  const [name, path] = operation.split(' ')
  const method = METHODS.find((known) => known === name)
  if (!method || !path) throw new Error(`'${operation}' is no operation`)
  return [method, path]
}

export function tokensIn(body: unknown): { token: string; refresh_token: string } {
  return sessionTokensSchema.parse(body)
}
