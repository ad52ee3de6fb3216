import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { type KillableServer, startApi } from '#tests/harness/killable-server.ts'
import { type Crowd, startCrowd } from '#tests/harness/people/crowd.ts'
import { inWords, isTrue, judgeJournals } from '#tests/harness/people/judge-journals.ts'
import { newFolder } from '#tests/harness/places.ts'
import { type FaultSchool, seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { freePort } from '../../support/free-port.ts'
import type { FaultRow } from '../fault-row.ts'
import { joinNetwork } from './cluster-network.ts'
import { type DirectWriters, startDirectWriters } from './direct-writers.ts'
import { readPage } from './follow-page.ts'
import { otherOf, ThreeMachines } from './three-machines.ts'
import { type Trouble, troublesFor } from './troubles.ts'

/** Addresses as in deploy/wiskunde.env. */
const DATABASE_URL = 'postgres://wiskunde:change-me@127.0.0.1:6432/wiskunde'
const DATABASE_LISTEN_URL = 'postgres://wiskunde:change-me@127.0.0.1:5432/wiskunde'
const STUDENTS = 30
/** acknowledged before, while the other is primary, and after */
const ENOUGH = 150
const GOAL_S = 30
const POLL_MS = 20
/** Some of them, for who works on this. */
const ONLY = process.env.FAILOVER_ONLY?.split(',')
const INVARIANT = 'nothing acknowledged is lost, nobody is logged out, never do two acknowledge'
const GIVE_UP_MS = 180_000
const ONE_STANDBY = 'postgres_standbys{state="streaming"} 1'

const [parent = ''] = process.argv.slice(2)
for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => process.exit(1))
process.once('disconnect', () => process.exit(1))

const machines = await ThreeMachines.boot(joinNetwork(Number(parent)), `/proc/${parent}/ns/net`)
const rows = await tryPage(machines).finally(() => machines[Symbol.asyncDispose]())
process.send?.(rows, () => process.exit(0))

async function tryPage(machines: ThreeMachines): Promise<FaultRow[]> {
  const page = readPage()
  for (const block of page.filter(({ heading }) => /^(Setting it up|Is it well)/.test(heading))) {
    console.error(block.commands)
    await machines.follow(block)
  }
  const dataDir = newFolder()
  const database = openDatabase(DATABASE_URL, { timeout: 30_000 })
  await migrate(database)
  const figures = await freePort()
  const server = await startApi({ url: DATABASE_URL, dataDir }, { DATABASE_LISTEN_URL, METRICS_PORT: String(figures) })
  const rows = [await seeStandby(figures)]
  console.error(rows[0]?.fault, rows[0]?.measured)
  const writers = await startDirectWriters(machines, database)
  const troubles = troublesFor(machines, page).filter(({ name }) => !ONLY || ONLY.includes(name))
  const school = await seedFaultSchool(database, STUDENTS * (troubles.length + 1))
  const place = { machines, database, server, writers }
  for (const trouble of troubles) {
    const own = { ...school, students: school.students.splice(0, STUDENTS) }
    await database.kysely.deleteFrom('enrollment').execute()
    const crowd = startCrowd(own, [server.url])
    rows.push(await bringAbout(trouble, place, own, crowd).catch((error) => broken(trouble, error)))
    await crowd.stop().catch(() => undefined)
    console.error(rows.at(-1)?.fault, rows.at(-1)?.measured)
  }
  rows.push(await forget(place, school))
  console.error(rows.at(-1)?.fault, rows.at(-1)?.measured)
  await writers.stop()
  await server.stop()
  await database.close()
  rmSync(dataDir, { recursive: true })
  return rows
}

/** Whether the alerts about the standby can ever come: by the figures of a server that asks as the application's role. */
async function seeStandby(port: number): Promise<FaultRow> {
  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const seen: string[] = page.match(/^postgres_standby\S+ \d+$/gm) ?? []
  return {
    fault: 'nothing yet',
    done: 'set up as the page says',
    invariant: 'the servers see the standby, on which its alerts rest',
    measured: seen.join('; '),
    goal: ONE_STANDBY,
    held: seen.includes(ONE_STANDBY) && !seen.some((line) => line.includes('hidden')),
  }
}

interface Place {
  machines: ThreeMachines
  database: Database
  server: KillableServer
  writers: DirectWriters
}

const broken = ({ name, done }: Trouble, error: unknown): FaultRow => ({
  fault: name,
  done,
  invariant: INVARIANT,
  measured: String(error),
  goal: 'a verdict',
  held: false,
})

async function bringAbout(
  trouble: Trouble,
  { machines, database, writers }: Place,
  own: FaultSchool,
  crowd: Crowd,
): Promise<FaultRow> {
  const before = await until('a primary', () => machines.primary())
  await until('both in step', () => machines.isWhole())
  await crowd.more(ENOUGH)
  const since = Date.now()
  const gap = watchGap(crowd.acknowledged)
  try {
    await trouble.begin(before)
    if (trouble.becomes === 'other')
      await until('the other promoted', async () => (await machines.primary()) === otherOf(before))
    await crowd.more(ENOUGH)
  } finally {
    await trouble.end?.(before)
  }
  const ending = performance.now()
  await until('both in step again', () => machines.isWhole())
  const whole = (performance.now() - ending) / 1_000
  const longest = gap.stop() / 1_000
  await crowd.more(ENOUGH)
  await crowd.stop()
  await Promise.all(crowd.students.map((student) => student.refresh()))
  const after = await until('a primary', () => machines.primary())
  const judgement = await judgeJournals(database, own, crowd.students)
  const directLost = await writers.lost(database)
  const overlapping = after === before ? 0 : writers.overlapping(before, after, since)
  const is = after === before ? 'same' : 'other'
  return {
    fault: trouble.name,
    done: trouble.done,
    invariant: INVARIANT,
    measured:
      `nobody was answered for ${longest.toFixed(1)} s at most; ${inWords(judgement)}; written past HAProxy: ${writers.count()} acknowledged, ` +
      `${directLost} lost, ${overlapping} by two at once; both in step ${whole.toFixed(1)} s after it passed`,
    goal: `≤ ${GOAL_S} s; 0 of each`,
    held:
      isTrue(judgement) && directLost + overlapping === 0 && (trouble.becomes === 'either' || trouble.becomes === is),
    late: longest > GOAL_S,
  }
}

/** The control: where one alone acknowledges, a primary that is lost before the other had it all is found to forget. */
async function forget({ machines, database, server, writers }: Place, own: FaultSchool): Promise<FaultRow> {
  const primary = await until('a primary', () => machines.primary())
  const standby = otherOf(primary)
  const settings = '-s synchronous_mode=false -s maximum_lag_on_failover=1073741824'
  await machines.at(primary).must(`patronictl edit-config --force ${settings}`)
  await until('one that waits for nobody', () => machines.isAlone())
  await database.kysely.deleteFrom('enrollment').execute()
  const crowd = startCrowd(own, [server.url])
  await crowd.more(ENOUGH)
  // Its cable, not its processes: what has reached the machine is not lost.
  machines.network.cut(standby)
  await crowd.more(ENOUGH)
  // With its cable: what its kernel had still to send outlives its processes here, and no power cut.
  machines.network.cut(primary)
  await machines.at(primary).cutPower()
  machines.network.heal(standby)
  await crowd.more(ENOUGH)
  await crowd.stop()
  const judgement = await judgeJournals(database, own, crowd.students)
  const directLost = await writers.lost(database)
  return {
    fault: 'control: primary killed, synchronous_mode off',
    done: 'while the standby was some steps behind',
    invariant: 'the journals find out that acknowledged changes are gone',
    measured: `${inWords(judgement)}; written past HAProxy: ${directLost} lost`,
    goal: 'lost, or a false answer, at least once',
    held: judgement.lost + judgement.lies.length > 0 && directLost > 0,
  }
}

/** The longest time without an acknowledgement, from now on. */
function watchGap(acknowledged: () => number) {
  let [count, at, longest] = [acknowledged(), performance.now(), 0]
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - at)
    if (acknowledged() !== count) [count, at] = [acknowledged(), now]
  }
  const timer = setInterval(look, POLL_MS)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return longest
    },
  }
}

async function until<Found>(what: string, ask: () => Promise<Found | undefined>): Promise<NonNullable<Found>> {
  for (const deadline = Date.now() + GIVE_UP_MS; Date.now() < deadline; await delay(200)) {
    const found = await ask()
    if (found) return found
  }
  throw new Error(`not within ${GIVE_UP_MS / 1_000} s: ${what}`)
}
