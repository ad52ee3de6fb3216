import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf } from '#contract/endpoint.ts'
import { loginCheck } from '#contract/sessions.ts'
import { listModuleStatuses } from '#contract/users.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { hashPassword } from '#server/password-hash.ts'
import { STUDENTS, seedBenchSchool } from '../enroll/bench-school.ts'
import { startBenchServer } from '../enroll/bench-server-process.ts'
import { signTokens } from '../enroll/bench-tokens.ts'
import { load } from '../enroll/http-load.ts'
import { type PacedAnswer, sendPaced } from './paced-load.ts'

const PASSWORD = 'krijtbord-passer-9'

/** The API server on the bench school, in which everyone has one password, hashed as the product does. */
export interface LoginSubject {
  passwordHash: string
  password: string
  /** logs in one student after the other on each connection; gives logins a second, and fails unless all were let in */
  logIn(connections: number, seconds: number): Promise<number>
  /** as many as come, whether or not those before were answered */
  logInAtRate(perSecond: number, seconds: number): Promise<PacedAnswer[]>
  /** students who read their modules; ms from when each request was due, and fails unless all were answered */
  readModules(perSecond: number, seconds: number): Promise<number[]>
  stop(): Promise<void>
}

/**
 * All come from one address, as from behind a campus's: the throttle counts failed logins only (login-throttle.rationale.md),
 * so nothing is set apart for the bench.
 */
export async function startLoginSubject(): Promise<LoginSubject> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  const url = `sqlite:${join(folder, 'app.db')}`
  const passwordHash = await hashPassword(PASSWORD)
  const database = openDatabase(url)
  await migrate(database)
  await seedBenchSchool(database, Date.now())
  await database.kysely.updateTable('user').set({ password_hash: passwordHash }).execute()
  await database.close()
  const tokens = await signTokens(folder, Date.now())
  const { port, stop } = await startBenchServer(url, folder)

  let logins = 0
  const nextLogin = () => {
    const username = `student-${(logins++ % STUDENTS) + 1}@bench.example`
    return JSON.stringify({ username, password: PASSWORD })
  }
  const path = pathOf(loginCheck)

  return {
    passwordHash,
    password: PASSWORD,
    logIn: async (connections, seconds) => {
      const next = () => {
        const body = nextLogin()
        return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      }
      const { perSecond, statuses } = await load({ port, connections, seconds, next })
      if (statuses.size !== 1 || !statuses.has(200)) throw new Error(`not all were let in: ${[...statuses]}`)
      return perSecond
    },
    logInAtRate: (perSecond, seconds) => {
      const headers = { 'content-type': 'application/json' }
      return sendPaced({
        port,
        perSecond,
        seconds,
        next: () => ({ method: 'POST', path, headers, body: nextLogin() }),
      })
    },
    readModules: async (perSecond, seconds) => {
      const answers = await sendPaced({
        port,
        perSecond,
        seconds,
        next: (n) => {
          const id = (n % STUDENTS) + 1
          return {
            method: 'GET',
            path: pathOf(listModuleStatuses, { id }),
            headers: { authorization: `Bearer ${tokens[id]}` },
          }
        },
      })
      if (answers.some(({ status }) => status !== 200)) throw new Error('not all got their modules')
      return answers.map(({ latency }) => latency)
    },
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}
