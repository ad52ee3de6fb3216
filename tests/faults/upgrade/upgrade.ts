import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { listAudit } from '#contract/audit.gen.ts'
import { getCalendarFeed } from '#contract/calendar.gen.ts'
import { listEducationDepartments } from '#contract/departments.gen.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getOwnUser, readSeats } from '#contract/first-reads.gen.ts'
import { listTakenTests } from '#contract/history.gen.ts'
import { listImports } from '#contract/import.gen.ts'
import { listMessages } from '#contract/messages.gen.ts'
import { listModules } from '#contract/modules.gen.ts'
import { readPresence } from '#contract/presence.gen.ts'
import { readResults } from '#contract/results.gen.ts'
import { listSchoolyears } from '#contract/schoolyears.gen.ts'
import { listUserSessions } from '#contract/sessions.gen.ts'
import { getAccountStatistics } from '#contract/statistics.gen.ts'
import { listUsers } from '#contract/users.gen.ts'
import { listWaiting } from '#contract/waiting.gen.ts'
import { readVapidKeys } from '#push-server/sender/vapid.ts'
import { type KillableServer, makeKillableServer, urlsOf } from '#tests/harness/killable-server.ts'
import { type Seen, standBy } from '#tests/harness/people/bystander.ts'
import { startCrowd } from '#tests/harness/people/crowd.ts'
import { inWords, isTrue, judgeJournals } from '#tests/harness/people/judge-journals.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { seedDevices } from '#tests/harness/push/push-openings.ts'
import { trusting } from '#tests/harness/push/push-server-beside.ts'
import { type FaultSchool, openMoment, seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { until } from '#tests/harness/wait.ts'
import { buildWhenStale } from '../../../scripts/build/app-build.ts'
import { ROOT } from '../../../scripts/root.ts'
import { type Mailbox, startMailbox } from '../../support/mail/mailbox.ts'
import { askPostgres } from '../../support/postgres-client.ts'
import { openPushService, type PushService } from '../../support/push/open-push-service.ts'
import { type Extent, type Fault, type FaultRow, notTried } from '../fault-row.ts'
import { type Complaints, gather } from '../life/person.ts'
import { SchoolDay } from '../life/school-day.ts'
import { type Release, releaseBefore, withAssetsOf } from './release-before.ts'

/** Reason for the report if no older release can be made from this checkout. */
const NO_HISTORY = 'history to make that release from (git fetch --unshallow --tags, or RELEASE_BEFORE=<commit>)'
const STUDENTS = { quick: 30, full: 60 }
/** for one turn of four: more than there are seats */
const TAKERS = 7
/** acknowledged at each stage, at least */
const BETWEEN = { quick: 300, full: 1_000 }

const run = promisify(execFile)

/** Read by a student of their own, and by a teacher. */
const OF_STUDENTS: readonly Endpoint[] = [getOwnUser, readSeats, listTakenTests, listUserSessions, getCalendarFeed]
const OF_TEACHERS: readonly Endpoint[] = [
  ...[listAudit, listImports, listModules, listEducationDepartments, getAccountStatistics],
  ...[listMessages, listUsers, listSchoolyears, readPresence, readResults, listWaiting],
]

/** From the release before to this one and back, while students go on: what the runbook promises of both ways. */
export const upgrade: Fault = {
  quick: false,
  limit: 30,
  run: async (extent) => {
    const before = releaseBefore()
    if (!before) return [notTried('upgrade from the release before', NO_HISTORY)]
    await buildWhenStale(() => undefined)
    const count = { SQLite: 1, PostgreSQL: 2 }
    return onEach((place) => upgradeAndBack(place, before, count[place.engine], extent), { migrated: false })
  },
}

async function upgradeAndBack(place: Place, before: Release, count: number, extent: Extent): Promise<FaultRow> {
  const { database, dataDir, engine, url: databaseUrl } = place
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-upgrade-'))
  const settings = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const migrate = ({ root }: Pick<Release, 'root'>) =>
    run(process.execPath, ['scripts/migrate.ts'], { cwd: root, env: settings })
  const wrong: string[] = []
  const mailbox = await startMailbox()
  const service = await openPushService()
  const all: KillableServer[] = []
  try {
    await fillAsBefore(place, before)
    await migrate(before)
    await database.kysely.updateTable('schoolyear').set({ active: false }).execute()
    // Nothing here goes to a push service of the world.
    await database.kysely.deleteFrom('push_subscription').execute()
    await database.kysely.deleteFrom('outbox').where('done_at', 'is', null).execute()
    const school = await seedFaultSchool(database, STUDENTS[extent])

    // Apps of both releases, each with the assets of the other, which open pages still ask for.
    const [older, newer] = [join(before.root, 'dist'), join(ROOT, 'dist')]
    const apps = {
      old: withAssetsOf(older, newer, join(folder, 'old')),
      new: withAssetsOf(newer, older, join(folder, 'new')),
    }
    const env: NodeJS.ProcessEnv = { ...trusting(service, folder), SMTP_URL: mailbox.url, WEB_APP: apps.old }
    const make = (main: string) => makeKillableServer({ main, databaseUrl, dataDir, env, root: before.root })
    const push = await make('push-server/main.ts')
    env.PUSH_PORT = String(push.port)
    const apis: KillableServer[] = []
    while (apis.length < count) apis.push(await make('api-server/main.ts'))
    all.push(...apis, push)
    for (const server of all) await server.start()

    const urls = urlsOf(apis)
    const subjects = await bySubject(place, school, urls, mailbox, service)
    const openings = await seedDevices(
      database,
      service,
      school.students.slice(0, 3).map(({ id }) => id),
    )
    const crowd = startCrowd(school, urls)
    const { token, id: user_id } = subjects.student
    const own = { user_id, testmoment_id: openMoment(school), module_id: school.modules[0] ?? 0 }
    const bystanders = apis.map(({ port }) => standBy(port, own, token))

    const callAll = async (what: string, but: readonly string[]) => {
      for (const said of await subjects.call()) if (!but.includes(said)) wrong.push(`${what}: ${said}`)
    }
    const stage = async (what: string, but: readonly string[]) => {
      await crowd.more(BETWEEN[extent])
      await openings.open(() => undefined)
      await callAll(what, but)
      for (const app of [older, newer])
        wrong.push(...(await assetsMissing(urls, app)).map((path) => `${what}: no ${path}`))
    }
    const restartAs = async (root: string, app: string) => {
      env.WEB_APP = app
      for (const server of all) {
        server.moveTo(root)
        await server.stop()
        await server.start()
        await crowd.more(BETWEEN[extent])
      }
    }
    await crowd.more(BETWEEN[extent])
    // Calls that the older release cannot do on its own tables are not expected of it on the new ones.
    const lacking = await subjects.call()
    await migrate({ root: ROOT })
    await crowd.more(BETWEEN[extent])
    await callAll('on the new tables', lacking)
    await restartAs(ROOT, apps.new)
    await stage('after', [])
    await restartAs(before.root, apps.old)
    await stage('back', lacking)

    await crowd.stop()
    const seen = (await Promise.all(bystanders.map((bystander) => bystander.leave()))).flatMap((sight) =>
      Object.values(sight).flat(),
    )
    await until(async () => (await openings.unsent()) === 0, { patienceMs: 20_000 })
    const [unsent, neverCame] = [await openings.unsent(), await openings.neverCame()]
    if (unsent + neverCame > 0) wrong.push(`of two openings ${unsent} pushes were not sent, ${neverCame} never came`)
    const badly = seen.filter(isBad)
    if (badly.length > 0) wrong.push(`${badly.length} answers such as ${JSON.stringify(badly[0])}`)
    const judgement = await judgeJournals(database, school, crowd.students)
    return {
      fault: `upgrade from ${before.name} and back, ${engine}`,
      done: `${count} API server${count > 1 ? 's' : ''} and the push server, one by one, while ${STUDENTS[extent]} students enroll, leave, move and refresh`,
      invariant:
        'all that was acknowledged is stored once, nobody is logged out, both releases do each subject on the new tables, open pages of either find their files',
      measured: `${inWords(judgement)}; ${unavailableInWords(seen)}; ${wrong.length === 0 ? `nothing else (${lacking.length} calls that the release before has not)` : wrong.slice(0, 8).join('; ')}`,
      goal: '0 of each; no 5xx but 503 with Retry-After',
      held: isTrue(judgement) && wrong.length === 0,
    }
  } finally {
    for (const server of all) await server.kill()
    await mailbox.stop()
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A connection that breaks as its server ends is asked again; what is unavailable says until when. */
const isBad = ({ status, retryAfter }: Seen): boolean =>
  ![0, 200, 201].includes(status) && !(status === 503 && retryAfter !== undefined)

const unavailableInWords = (seen: readonly Seen[]): string =>
  `of ${seen.length} that somebody asked of one server ${seen.filter(({ status }) => status === 503).length} × 503, ${seen.filter(({ status }) => status === 0).length} while it was away`

const FIXTURES = join(ROOT, 'tests/database/fixtures')

const unpack = (name: string) => gunzipSync(readFileSync(join(FIXTURES, name)))

/**
 * The newest filled database that was kept of a release (a row in each table, tests/database/fixtures) and that `before` can
 * bring up to date: one with tables that came after it, it refuses.
 */
function newestKept(before: Release): string {
  const known = new Set(readdirSync(join(before.root, 'database/migrations')).map((file) => file.replace(/\.ts$/, '')))
  const kept = globSync('*.sqlite.gz', { cwd: FIXTURES }).map((file) => ({
    name: file.replace('.sqlite.gz', ''),
    migrations: migrationsOf(unpack(file)),
  }))
  const usable = kept
    .filter(({ migrations }) => migrations.every((migration) => known.has(migration)))
    .sort((one, other) => one.migrations.length - other.migrations.length)
  const name = usable.at(-1)?.name
  if (!name) throw new Error(`no filled database is as old as ${before.name}`)
  return name
}

function migrationsOf(bytes: Uint8Array): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-kept-'))
  try {
    writeFileSync(join(folder, 'app.db'), bytes)
    const file = new DatabaseSync(join(folder, 'app.db'))
    const rows = file.prepare('select name from kysely_migration').all()
    file.close()
    return rows.map(({ name }) => String(name))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function fillAsBefore({ engine, url }: Place, before: Release): Promise<void> {
  const kept = newestKept(before)
  if (engine === 'SQLite') return writeFileSync(url.slice('sqlite:'.length), unpack(`${kept}.sqlite.gz`))
  await askPostgres(url, unpack(`${kept}.postgres.sql.gz`).toString())
}

/** Hashed files of a release that an open page may still ask for, and does not get. */
async function assetsMissing(urls: readonly string[], app: string): Promise<string[]> {
  const missing: string[] = []
  const files = readdirSync(join(app, 'assets')).filter((name) => /\.(js|css)$/.test(name))
  for (const [at, name] of files.entries()) {
    const reply = await fetch(`${urls[at % urls.length]}/assets/${name}`)
    await reply.arrayBuffer()
    if (reply.status !== 200 || !/javascript|css/.test(reply.headers.get('content-type') ?? '')) missing.push(name)
  }
  return missing.slice(0, 3)
}

/** People who ask and write something of each subject, of which every answer has to be right in either release. */
async function bySubject(
  place: Place,
  school: FaultSchool,
  urls: readonly string[],
  mailbox: Mailbox,
  service: PushService,
) {
  const complaints: Complaints = new Map()
  const people = await gather(place, service, urls, complaints, { watchers: 1, takers: 2 * TAKERS })
  const { teacher, watchers } = people
  const [student] = watchers
  if (!student) throw new Error('nobody looks')
  const vapidKey = async () => (await readVapidKeys(place.dataDir)).newest.publicKey
  const day = new SchoolDay({ people, place, school, mailbox, push: { origin: service.origin, vapidKey } })
  const renewAll = () => Promise.all([teacher, student, ...people.takers.flat()].map((person) => person.renew()))
  await renewAll()
  let times = 0
  return {
    student,
    /** Calls everything; resolves to the failures. */
    call: async (): Promise<string[]> => {
      const turn = times++
      await renewAll()
      const own = { id: student.id }
      // A student who took a module today takes it nowhere else.
      const takers = people.takers.flat().slice(turn * TAKERS, (turn + 1) * TAKERS)
      const moment = await day.addMoment(0)
      const steps: Record<string, () => Promise<void>> = {
        accounts: () => day.comeAndGo(turn),
        reading: () => day.read(student),
        enrolling: () => day.enroll(takers),
        leaving: () => day.freeSeats(takers),
        presence: () => day.holdTest(moment),
        results: () => day.giveResults(moment),
        messages: () => day.write(),
        imports: () => day.importAndUndo(turn),
        devices: () => day.changeDevice(student),
      }
      for (const [name, step] of Object.entries(steps))
        await step().catch((error: Error) => complaints.set(`${name}: ${error.message.slice(0, 200)}`, 1))
      for (const target of OF_STUDENTS) await student.ask(target, { params: own })
      for (const target of OF_TEACHERS) await teacher.ask(target, { params: { id: moment, paging: 20 } })
      const found = [...complaints.keys()].map((what) => what.replace(/\d{2,}/g, 'n'))
      complaints.clear()
      return found
    },
  }
}
