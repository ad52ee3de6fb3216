import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { makeLink, wordsOf } from '#api-server/presence/invigilators.ts'
import { pathOf } from '#contract/endpoint.ts'
import { admitInvigilator, tickInvigilation } from '#contract/presence.gen.ts'
import type { Database } from '#database/engine/open-database.ts'
import { dayOf, startOfDay } from '#domain/calendar/amsterdam.ts'
import { standingTick } from '#domain/presence/presence.rules.ts'
import type { PresenceStatus, Tick } from '#domain/presence/presence.schema.ts'
import { readKeys } from '#server/keys.ts'
import { startApis, stopAll, urlsOf } from '#tests/harness/killable-server.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { addUser } from '../../support/api/test-school.ts'
import { type Extent, type Fault, type FaultRow, onlyPostgresWhenQuick } from '../fault-row.ts'

const STUDENTS = 20
const DEVICES = 5
const KILLS = { quick: 2, full: 50 }
/** Acknowledged between a start and the next kill, at most. */
const BETWEEN = 300
/** In one call, as a device sends that was offline for a while. */
const PART = 7

/** kill -9 of one of two API servers while devices tick the same students, each tick sent until it is acknowledged. */
export const killTicking: Fault = {
  quick: true,
  // Bounded, where more than one process may write at a time.
  run: (extent) => onEach((place) => killServers(place, extent), onlyPostgresWhenQuick(extent)),
}

async function killServers(place: Place, extent: Extent): Promise<FaultRow> {
  const { database, engine } = place
  const { momentId, enrollments } = await seedTestDay(database)
  const servers = await startApis(place, 2)
  const urls = urlsOf(servers)
  const link = await linkOf(place, momentId)
  const devices = await Promise.all(Array.from({ length: DEVICES }, () => startDevice(urls, link, enrollments)))
  const acknowledged = () => devices.reduce((sum, device) => sum + device.acknowledged(), 0)
  for (let kill = 0; kill < KILLS[extent]; kill++) {
    const enough = acknowledged() + randomInt(1, BETWEEN)
    while (acknowledged() < enough) await delay(2)
    const server = servers[kill % servers.length]
    await server?.kill()
    await server?.start()
  }
  const made = (await Promise.all(devices.map((device) => device.stop()))).flat()
  await stopAll(servers)
  const { lost, doubled, untrue } = await judge(database, made)
  return {
    fault: `kill -9 of one of two API servers while devices tick, ${engine}`,
    done: `${KILLS[extent]} kills while ${DEVICES} devices make ${made.length} ticks of ${STUDENTS} students, out of order`,
    invariant: 'each tick is stored once, and what was made last stands',
    measured: `${lost} lost, ${doubled} stored twice, ${untrue} students otherwise than they were ticked last`,
    goal: '0 of each',
    held: lost + doubled + untrue === 0,
  }
}

/** Everybody is enrolled at a moment of today. */
async function seedTestDay(database: Database): Promise<{ momentId: number; enrollments: number[] }> {
  const { moments, modules, students } = await seedFaultSchool(database, STUDENTS)
  const [testmoment_id = 0, module_id = 0] = [moments[0]?.id, modules[0]]
  const { kysely } = database
  const today = dayOf(Date.now())
  await kysely
    .updateTable('testmoment')
    .set({ date: today, duration: 'week' })
    .where('id', '=', testmoment_id)
    .execute()
  const created_at = new Date().toISOString()
  const rows = await kysely
    .insertInto('enrollment')
    .values(students.map(({ id }) => ({ user_id: id, testmoment_id, module_id, created_at })))
    .returning('id')
    .execute()
  return { momentId: testmoment_id, enrollments: rows.map(({ id }) => id) }
}

type Link = Awaited<ReturnType<typeof linkOf>>

async function linkOf({ database, dataDir }: Place, momentId: number) {
  const actorId = await addUser(database, { username: 'teacher@faults.example', roles: 'ROLE_ADMIN' })
  const link_id = await makeLink({ database, actorId, now: Date.now() }, momentId)
  const { nonce } = await database.kysely
    .selectFrom('invigilator_link')
    .select('nonce')
    .where('id', '=', link_id)
    .executeTakeFirstOrThrow()
  return { link_id, ...wordsOf((await readKeys(dataDir)).links, nonce) }
}

const STATUSES: readonly (PresenceStatus | null)[] = ['present', 'late', 'absent', null]

/** Ticks until it is stopped, and then sends what is left. */
async function startDevice(urls: readonly string[], link: Link, enrollments: readonly number[]) {
  const token = randomBytes(32).toString('base64url')
  const headers = { 'content-type': 'application/json', authorization: `Invigilator ${token}` }
  const post = async (path: string, body: object): Promise<boolean> => {
    const url = `${urls[randomInt(urls.length)]}${path}`
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined)
    await reply?.arrayBuffer().catch(() => undefined)
    if (reply && reply.status >= 400 && reply.status < 500) throw new Error(`${path} was answered ${reply.status}`)
    return reply?.ok === true
  }
  while (!(await post(pathOf(admitInvigilator), { ...link, token, name: 'zaal' })));

  const made: Tick[] = []
  const unsent: Tick[] = []
  let stopped = false
  const tick = (): Tick => {
    const at = Math.max(startOfDay(dayOf(Date.now())), Date.now() - randomInt(600_000))
    const [enrollment_id = 0, status = null] = [enrollments[randomInt(enrollments.length)], STATUSES[randomInt(4)]]
    return { key: randomUUID(), enrollment_id, status, at: new Date(at).toISOString() }
  }
  const work = async () => {
    while (!stopped || unsent.length > 0) {
      while (!stopped && unsent.length < PART) {
        const one = tick()
        made.push(one)
        unsent.push(one)
      }
      const part = unsent.slice(0, randomInt(1, PART + 1))
      if (await post(pathOf(tickInvigilation), { ticks: part, walk_ins: [] })) unsent.splice(0, part.length)
      else await delay(5)
    }
    return made
  }
  const working = work()
  return {
    acknowledged: () => made.length - unsent.length,
    stop: () => {
      stopped = true
      return working
    },
  }
}

/** Judges by all ticks that were made; in the end all of them were acknowledged. */
async function judge({ kysely }: Database, made: readonly Tick[]) {
  const stored = await kysely.selectFrom('presence_tick').select(['key', 'enrollment_id', 'status', 'at']).execute()
  const texts = stored.map(textOf)
  const lost = made.filter((tick) => !texts.includes(textOf(tick))).length
  const standing = new Map(
    (await kysely.selectFrom('presence').selectAll().execute()).map((row) => [row.enrollment_id, row]),
  )
  const enrolled = await kysely.selectFrom('enrollment').select(['id', 'has_record']).execute()
  const untrue = enrolled.filter(({ id, has_record }) => {
    const status = standingTick(made.filter(({ enrollment_id }) => enrollment_id === id))?.status ?? null
    return (standing.get(id)?.status ?? null) !== status || Boolean(has_record) !== (status !== null)
  }).length
  return { lost, doubled: stored.length - new Set(stored.map(({ key }) => key)).size, untrue }
}

const textOf = ({ key, enrollment_id, status, at }: Tick): string => [key, enrollment_id, status, at].join(' ')
