import { getOwnUser } from '#contract/first-reads.gen.ts'
import { refreshToken } from '#contract/sessions.gen.ts'
import type { Database } from '#database/engine/open-database.ts'
import { type SessionTokens, sessionTokensSchema } from '#domain/sessions/session.schema.ts'
import { call } from '#tests/harness/http/calls.ts'
import { type KillableServer, startApis, stopAll, urlsOf } from '#tests/harness/killable-server.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { type FaultSchool, logIn, seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { countOf } from '#tests/harness/school/rows.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'

const STUDENTS = { quick: 10, full: 100 }
const TABS = 20
/** times that each student's reply is lost */
const LOSSES = { quick: 3, full: 10 }
/** a refresh takes some ms: the connection ends before, during and after it */
const LONGEST_PATIENCE_MS = 12

/** Refresh tokens that are used at once, in vain, and by a thief; on PostgreSQL at two API servers by turns. */
export const sessions: Fault = {
  quick: true,
  run: (extent) => onEach((place) => tryLogins(place, place.engine === 'SQLite' ? 1 : 2, extent)),
}

async function tryLogins(place: Place, count: number, extent: Extent): Promise<FaultRow[]> {
  const { database, engine } = place
  const school = await seedFaultSchool(database, STUDENTS[extent])
  const servers = await startApis(place, count)
  const urls = urlsOf(servers)
  const rows = [
    await manyTabs(database, school, urls),
    await lostReplies(database, school, servers, LOSSES[extent]),
    await theft(database, school, urls),
  ]
  await stopAll(servers)
  return rows.map((row) => ({ ...row, fault: `${row.fault}, ${engine}` }))
}

async function manyTabs(database: Database, { students }: FaultSchool, urls: readonly string[]): Promise<FaultRow> {
  const successors = await Promise.all(
    students.map(async (student) => {
      const tabs = Array.from({ length: TABS }, (_, tab) => refresh(at(urls, tab), student.refresh_token))
      const given = new Set((await Promise.all(tabs)).map((tokens) => textOf(tokens)))
      student.refresh_token = [...given][0] ?? ''
      return given
    }),
  )
  const wrong = successors.filter((given) => given.size !== 1 || given.has(REFUSED)).length
  const out = await loggedOut(database)
  return {
    fault: `${TABS} tabs refresh at once`,
    done: `${students.length} students, all at the same time`,
    invariant: 'every tab is given the one successor, and nobody is logged out',
    measured: `${wrong} students with more or none, ${out} logged out`,
    goal: '0 of each',
    held: wrong + out === 0,
  }
}

/**
 * Each time with a login of its own: the first asking may still be under way at a server when the second one is answered,
 * and an app that has its new tokens uses the next ones ten minutes later, not at once.
 */
async function lostReplies(
  database: Database,
  { students }: FaultSchool,
  servers: readonly KillableServer[],
  losses: number,
): Promise<FaultRow> {
  const urls = urlsOf(servers)
  const given = await Promise.all(
    students.map(async ({ id }) => {
      const successors: string[] = []
      for (let loss = 0; loss < losses; loss++) {
        const lost = await logIn(database, id)
        await refreshAndHangUp(at(urls, loss), lost, Math.random() * LONGEST_PATIENCE_MS)
        successors.push(textOf(await refresh(at(urls, loss + 1), lost)))
      }
      return successors
    }),
  )
  // Ended as an operator ends them, the servers have answered all that was asked, also by who hung up.
  await stopAll(servers)
  const out = await loggedOut(database)
  for (const server of servers) await server.start()
  const later = await Promise.all(given.flat().map((token, index) => refresh(at(urls, index), token)))
  const refused = later.filter((tokens) => typeof tokens === 'number').length
  return {
    fault: 'the reply to a refresh is lost',
    done: `${losses} times for ${students.length} students: the connection ends before, during or after it, and the same token is sent again`,
    invariant: 'the second asking gives a token that is good, and nobody is logged out',
    measured: `${refused} refused, ${out} logged out`,
    goal: '0 of each',
    held: refused + out === 0,
  }
}

/** The thief goes first and goes on; then the owner comes with what was stolen. */
async function theft(database: Database, { students }: FaultSchool, urls: readonly string[]): Promise<FaultRow> {
  const counts = await Promise.all(
    students.map(async ({ id, refresh_token }) => {
      const laptop = await logIn(database, id)
      const first = await refresh(at(urls, 0), refresh_token)
      const stolen = typeof first === 'number' ? first : await refresh(at(urls, 1), first.refresh_token)
      if (typeof stolen === 'number') return { family: 1, others: 0 }
      const owner = await refresh(at(urls, 0), refresh_token)
      const statuses: (SessionTokens | number)[] = [owner, await refresh(at(urls, 1), stolen.refresh_token)]
      for (const url of urls) statuses.push((await call(url, getOwnUser, { token: stolen.token })).status)
      const other = await refresh(at(urls, 0), laptop)
      return {
        family: statuses.some((status) => status !== 401) ? 1 : 0,
        others: typeof other === 'number' ? 1 : 0,
      }
    }),
  )
  const alive = counts.reduce((sum, { family }) => sum + family, 0)
  const others = counts.reduce((sum, count) => sum + count.others, 0)
  return {
    fault: 'a refresh token is stolen and used',
    done: `${students.length} times: the thief refreshes twice, then the owner comes with the same token`,
    invariant: 'the family ends at once, access tokens too and at every server; other devices go on',
    measured: `${alive} families with a token that still opens something, ${others} other devices logged out`,
    goal: '0 of each',
    held: alive + others === 0,
  }
}

const loggedOut = ({ kysely }: Database): Promise<number> =>
  countOf(kysely.selectFrom('session').where('revoked_at', 'is not', null))

const REFUSED = 'refused'

/** The new tokens, or the status with which they were refused. */
async function refresh(url: string, refresh_token: string): Promise<SessionTokens | number> {
  const { status, body } = await call(url, refreshToken, { body: { refresh_token } })
  return status === 200 ? sessionTokensSchema.parse(body) : status
}

/** Sends a refresh, and hangs up after this many ms, whether it was answered or not. */
async function refreshAndHangUp(url: string, refresh_token: string, ms: number): Promise<void> {
  await call(url, refreshToken, { body: { refresh_token }, patienceMs: Math.round(ms) }).catch(() => undefined)
}

const textOf = (tokens: SessionTokens | number): string => (typeof tokens === 'number' ? REFUSED : tokens.refresh_token)

const at = (urls: readonly string[], index: number): string => urls[index % urls.length] ?? ''
