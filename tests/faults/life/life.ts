import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readVapidKeys } from '#push-server/sender/vapid.ts'
import { PersistentCaller } from '#tests/harness/http/persistent-caller.ts'
import { type KillableServer, makeKillableServer, urlsOf } from '#tests/harness/killable-server.ts'
import { JournalingStudent } from '#tests/harness/people/journaling-student.ts'
import { inWords, isTrue, judgeJournals } from '#tests/harness/people/judge-journals.ts'
import { openPostgresPlace, openSqlitePlace, type Place, within } from '#tests/harness/places.ts'
import { trusting } from '#tests/harness/push/push-server-beside.ts'
import { seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { until } from '#tests/harness/wait.ts'
import { ROOT } from '../../../scripts/root.ts'
import { startMailbox } from '../../support/mail/mailbox.ts'
import { openPushService } from '../../support/push/open-push-service.ts'
import type { Fault, FaultRow } from '../fault-row.ts'
import { findGrowth, grownInWords, lookAround, openFiles, type Sample } from './growth.ts'
import type { Held } from './inside.ts'
import { leaveOldRows } from './old-rows.ts'
import { type Complaints, gather } from './person.ts'
import { SchoolDay } from './school-day.ts'
import { aheadNow, leapTo, shiftClock } from './shifted-clock.ts'
import { errorsIn, judgeLetters, judgeOpenings } from './what-was-told.ts'

/** How long the week takes. In fewer minutes there is less work in each of its hours, and less of what grows shows. */
const MINUTES = Number(process.env.LIFE_MINUTES ?? 60)
const HOURS = 7 * 24
/** From here on no server is ended: what grows in one shows in these three days. The first hours of them it still fills its caches. */
const CALM = 4 * 24
const QUIET = CALM + 12
/** Two days before the first of August, when what was kept for its years goes. */
const START = Date.parse('2026-07-30T00:00:00+02:00')
const HOUR = 3_600_000

const CROWD = 20
const TAKERS = 9
const WATCHERS = 12
/** ms between two acts of a student */
const PAUSE = 800
/** real ms in each simulated hour, so that an opening comes in the midst of things */
const BEFORE = 1_500

const run = promisify(execFile)

/** A week of a school within an hour, on both databases at once: nothing may grow that should not, and nothing get lost. */
export const life: Fault = {
  quick: false,
  limit: MINUTES + 45,
  run: async () => {
    shiftClock(START - HOUR - Date.now())
    return within(openSqlitePlace(), (sqlite) => within(openPostgresPlace(), (postgres) => live([sqlite, postgres])))
  },
}

/** Both have one clock: it leaps when in neither anything is under way. */
async function live(places: readonly Place[]): Promise<FaultRow[]> {
  const worlds = await Promise.all(places.map(makeWorld))
  const began = performance.now()
  const leap = (at: number) => {
    leapTo(at)
    for (const world of worlds) world.announceTime(at)
  }
  try {
    for (let hour = 0; hour < HOURS; hour++) {
      leap(START + hour * HOUR - BEFORE)
      // An hour in which a server was ended is longer, and those after it are shorter.
      const left = MINUTES * 60_000 - (performance.now() - began)
      await Promise.all(worlds.map((world) => world.hour(hour, left / (HOURS - hour))))
    }
    const minutes = Math.round((performance.now() - began) / 60_000)
    // A last one in which only the servers work: letters and sweepings of the hour before have their time.
    leap(START + HOURS * HOUR)
    await delay(4_000)
    return (await Promise.all(worlds.map((world) => world.verdict(minutes)))).flat()
  } finally {
    for (const world of worlds) await world.end()
  }
}

async function makeWorld(place: Place) {
  const { database, dataDir, engine, url: databaseUrl } = place
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-life-'))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const school = await seedFaultSchool(database, CROWD)
  const stillThere = await leaveOldRows(database, START, {
    moment: school.moments[0]?.id ?? 0,
    module: school.modules[0] ?? 0,
  })
  const mailbox = await startMailbox()
  const service = await openPushService()

  // One object for all servers: one that starts later gets the time of then.
  const env: NodeJS.ProcessEnv = {
    ...trusting(service, folder),
    SMTP_URL: mailbox.url,
    TMPDIR: temporary,
    LIFE_AHEAD: String(aheadNow()),
  }
  const logs: string[] = []
  const make = (name: string, main: string) => {
    const log = join(folder, `${name}.log`)
    logs.push(log)
    const flags = ['--import', './tests/faults/life/inside.ts']
    return makeKillableServer({ main, databaseUrl, dataDir, env, flags, log })
  }
  const push = await make('push', 'push-server/main.ts')
  env.PUSH_PORT = String(push.port)
  const apis = [await make('api-1', 'api-server/main.ts')]
  if (engine === 'PostgreSQL') apis.push(await make('api-2', 'api-server/main.ts'))
  const servers: Record<string, KillableServer> = { push }
  for (const [n, api] of apis.entries()) servers[`api-${n + 1}`] = api
  const all = Object.values(servers)
  for (const server of all) await server.start()

  const urls = urlsOf(apis)
  const complaints: Complaints = new Map()
  const people = await gather(place, service, urls, complaints, { takers: TAKERS, watchers: WATCHERS })
  const students = school.students.map(
    (login, n) => new JournalingStudent(login, school, new PersistentCaller(urls, n)),
  )
  const vapidKey = async () => (await readVapidKeys(dataDir)).newest.publicKey
  const day = new SchoolDay({ people, place, school, mailbox, push: { origin: service.origin, vapidKey } })
  const screens = new AbortController()
  for (const watcher of people.watchers) void watcher.watch(urls, screens.signal)

  const samples: Sample[] = []
  const askHeld = async (server: KillableServer): Promise<Held & { files: number }> => {
    const program = server.program()
    // Said by inside.ts, and by nobody else.
    const held = await program.ask<Held>({ report: true })
    return { ...held, files: openFiles(program.pid) }
  }
  /** Nothing is under way when time leaps: leases and windows of a minute hold as long as they say. */
  const settle = () => until(async () => (await lookAround(place, temporary)).waiting === 0, { patienceMs: 5_000 })
  const backUp = async (hour: number) => {
    const backups = join(folder, 'backups')
    const to = join(backups, String(hour))
    const settings = { ...process.env, ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
    await run(process.execPath, ['--import', './tests/faults/life/inside.ts', 'scripts/backup.ts', to], {
      cwd: ROOT,
      env: settings,
    })
    for (const name of readdirSync(backups)) if (name !== String(hour)) rmSync(join(backups, name), { recursive: true })
  }

  /** Lives one hour, which lasts this many ms, or longer if its work takes longer. */
  const liveHour = async (hour: number, ms: number) => {
    const began = performance.now()
    for (const student of students) student.renew()
    let isOver = false
    const busy = Promise.all(
      students.map(async (student) => {
        while (!isOver) {
          await student.act()
          await delay(PAUSE * (0.5 + Math.random()))
        }
      }),
    )
    // Awaited below, when it is over; until then nobody else is to fall over it.
    busy.catch(() => undefined)
    const clock = hour % 24
    await day.work(hour)
    if (clock === 1) await backUp(hour)
    if (hour < CALM) {
      // An upgrade, one after the other; and later what nobody announces.
      if (clock === 2) for (const server of all) await restart(server)
      if (clock === 3) await killAndStart(push)
      if (clock === 11) for (const api of apis) await killAndStart(api)
    }
    await delay(Math.max(BEFORE, ms - (performance.now() - began)))
    isOver = true
    await busy
    await settle()
    const held: Sample['servers'] = {}
    for (const [name, server] of Object.entries(servers)) held[name] = await askHeld(server)
    samples.push({ hour, servers: held, ...(await lookAround(place, temporary)) })
    if (clock === 23) report(engine, samples, complaints)
  }

  return {
    hour: liveHour,
    announceTime: (at: number) => {
      env.LIFE_AHEAD = String(aheadNow())
      for (const server of all) server.program().child.send({ leapTo: at })
    },
    verdict: async (minutes: number): Promise<FaultRow[]> => {
      screens.abort()
      const waiting = (await lookAround(place, temporary)).waiting
      const judgement = await judgeJournals(database, school, students)
      const untold = await judgeOpenings(place, service, people, day)
      const letters = judgeLetters(mailbox, people, day, HOURS - 1)
      const old = await stillThere()
      const errors = errorsIn(logs)
      for (const server of all) await server.stop()
      const growth = findGrowth(samples, QUIET)
      const wrong = [
        ...[...complaints].map(([what, times]) => `${times} × ${what}`),
        ...untold,
        ...letters,
        ...errors,
        ...old.map((table) => `a row of ${table} whose time was over stayed`),
        ...(waiting > 0 ? [`${waiting} tasks were not done`] : []),
      ]
      if (process.env.LIFE_SAMPLES) writeFileSync(`${process.env.LIFE_SAMPLES}.${engine}.json`, JSON.stringify(samples))
      return [
        {
          fault: `a week of a school, ${engine}`,
          done: `7 days in ${minutes} min: ${CROWD} students, an opening, a test, results, an import and a backup each day; for 4 days each server ended and killed once a day`,
          invariant:
            'all that was acknowledged is stored once, everybody is told, nothing else is wrong, what is old goes',
          measured: `${inWords(judgement)}; ${day.openings.length} openings, ${day.messages.length} messages, ${day.newcomers.size} registrations; ${wrong.length === 0 ? 'nothing else' : wrong.slice(0, 12).join('; ')}`,
          goal: '0 of each, nothing else',
          held: isTrue(judgement) && wrong.length === 0,
        },
        {
          fault: `what grows in a week, ${engine}`,
          done: `looked each hour, after all garbage was collected; servers in the ${HOURS - QUIET} hours in which none was ended`,
          invariant:
            'memory, handles, open files, connections and temporary files stay, tables but those that keep what happened',
          measured: `${growth.length === 0 ? 'nothing' : growth.join('; ')}. ${grownInWords(samples, [24 - 1, CALM - 1, QUIET, HOURS - 1])}`,
          goal: 'nothing that should not',
          held: growth.length === 0,
        },
      ]
    },
    end: async () => {
      screens.abort()
      for (const server of all) await server.kill()
      await mailbox.stop()
      await service.close()
      if (!process.env.LIFE_SAMPLES) rmSync(folder, { recursive: true, force: true })
      else console.error(`logs of ${engine}: ${folder}`)
    },
  }
}

async function restart(server: KillableServer): Promise<void> {
  await server.stop()
  await server.start()
}

async function killAndStart(server: KillableServer): Promise<void> {
  await server.kill()
  await server.start()
}

/** Progress for a person who waits an hour for the verdict. */
function report(engine: string, samples: readonly Sample[], complaints: Complaints): void {
  const last = samples.at(-1)
  console.error(
    `${engine}, day ${Math.ceil((last?.hour ?? 0) / 24)}: ${Object.entries(last?.servers ?? {})
      .map(
        ([name, { heap, rss, files }]) =>
          `${name} ${Math.round(heap / 1_048_576)} MB of ${Math.round(rss / 1_048_576)}, ${files} files`,
      )
      .join(
        '; ',
      )}${complaints.size > 0 ? `; ${[...complaints].map(([what, times]) => `${times} × ${what}`).join(' | ')}` : ''}`,
  )
}
