import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { hash } from '@node-rs/argon2'
import { buildApp } from '#api-server/app.ts'
import { API_BASE } from '#contract/endpoint.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { addDays } from '#domain/calendar/amsterdam.ts'
import { findable } from '#domain/users/search.rules.ts'
import { readConfig } from '#server/config.ts'
import { startPostgres } from '#tests/support/postgres-cluster.ts'
import type { BenchOptions } from '../bench.ts'
import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'
import type { Answered, Asked } from './import-client.ts'

const LINES = 5_000
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const HOLD_GOAL_MS = 50
const PASSWORD = 'een-lang-wachtwoord'
const LARGEST_TEXT = 2_000_000

/** `npm run bench import`: how long a list of 5,000 lines holds up everybody else while it is looked at, imported and turned back. */
export async function benchImport({ students: lines = LINES }: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-import-'))
  const file = openDatabase(`sqlite:${join(folder, 'app.db')}`)
  rows.push(...(await rowsOn(file, 'SQLite', folder, lines)))
  const cluster = await startPostgres({ durable: true })
  if (!cluster) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  rows.push(...(await rowsOn(openDatabase(cluster.url('postgres')), 'PostgreSQL', folder, lines)))
  await cluster.stop()
  rmSync(folder, { recursive: true })
  return rows
}

interface Step {
  what: string
  holds: number[]
  took: number[]
}

async function rowsOn(database: Database, engine: string, folder: string, lines: number): Promise<BenchRow[]> {
  await migrate(database)
  const school = await seedSchool(database, lines)
  const app = await buildApp({
    database,
    config: readConfig({ DATA_DIR: folder, WEB_APP: 'none', MAIL_PER_MINUTE: '1' }),
    logs: { write: () => undefined },
  })
  const url = (await app.listen({ port: 0, host: '127.0.0.1' })) + API_BASE
  const client = new Worker(new URL('./import-client.ts', import.meta.url))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  /** One call, and how long (ms) the longest turn of the event loop was meanwhile. */
  const measured = async (asked: Asked): Promise<Answered & { hold: number }> => {
    await pause(50)
    globalThis.gc?.()
    delay.reset()
    client.postMessage(asked)
    const [answer]: [Answered] = await (once(client, 'message') as Promise<[Answered]>)
    await pause(5)
    return { ...answer, hold: delay.max / 1e6 }
  }
  const login = await app.inject({
    method: 'POST',
    url: `${API_BASE}/login_check`,
    payload: { username: 'docent@bench.example', password: PASSWORD },
  })
  const { token }: { token: string } = login.json()
  const rows: BenchRow[] = []
  for (const list of school.lists(lines)) {
    const steps = new Map<string, Step>()
    const note = (what: string, { hold, ms, status }: Answered & { hold: number }) => {
      if (status > 201) return console.error(`${engine}: ${what} of ${list.name} was answered ${status}`)
      const step = steps.get(what) ?? { what, holds: [], took: [] }
      step.holds.push(hold)
      step.took.push(ms)
      steps.set(what, step)
    }
    for (let round = 0; round <= ROUNDS; round++) {
      const body = list.body(round)
      const post = (path: string, more: object = {}) =>
        measured({ url: url + path, method: 'POST', token, body: { ...body, ...more } })
      const preview = await post(`${list.path}/preview`)
      const imported = await post(list.path, { confirmation: preview.confirmation })
      const seen = await measured({ url: `${url}/import/${imported.importId}`, method: 'GET', token })
      const undone =
        seen.confirmation === null
          ? null
          : await measured({
              url: `${url}/import/${imported.importId}/undo`,
              method: 'POST',
              token,
              body: { confirmation: seen.confirmation },
            })
      // The first has the code compiled.
      if (round === 0) continue
      note('looked at', preview)
      note('imported', imported)
      note('asked to be turned back', seen)
      if (undone) note('turned back', undone)
    }
    rows.push(...[...steps.values()].map((step) => rowOf(`${list.name} of ${lines} lines, ${engine}`, step)))
  }
  await client.terminate()
  await app.close()
  await database.close()
  return rows
}

function rowOf(list: string, { what, holds, took }: Step): BenchRow {
  const hold = median(holds)
  return {
    what: `${list}: ${what}`,
    measured: `${median(took).toFixed(0)} ms in all`,
    reference: '–',
    figure: `${hold.toFixed(0)} ms held at most`,
    goal: `≤ ${HOLD_GOAL_MS} ms`,
    reached: hold <= HOLD_GOAL_MS,
  }
}

interface List {
  name: string
  path: string
  body: (round: number) => { text: string }
}

/** A school with a teacher, a past moment at which as many enrollments are as the lists have lines, and a year for moments. */
async function seedSchool({ kysely }: Database, lines: number) {
  const created_at = new Date().toISOString()
  const password_hash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1 })
  const teacher = { username: 'docent@bench.example', first_name: 'Marijke', last_name: 'de Leeuw' }
  await kysely
    .insertInto('user')
    .values({ ...findable(teacher), password_hash, roles: 'ROLE_ADMIN', activated: true, created_at })
    .execute()
  const [year, empty] = await kysely
    .insertInto('schoolyear')
    .values([
      { name: '2025-2026', active: true, created_at },
      { name: '2026-2027', active: false, created_at },
    ])
    .returning('id')
    .execute()
  await kysely.insertInto('education_department').values({ name: 'Technische Wiskunde', created_at }).execute()
  const names = Array.from({ length: 5 }, (_, at) => `ALG${at}`)
  const modules = await kysely
    .insertInto('module')
    .values(names.map((name) => ({ name, description: name, active: true, created_at })))
    .returning('id')
    .execute()
  const moment = await kysely
    .insertInto('testmoment')
    .values({ schoolyear_id: year?.id ?? 0, date: addDays(created_at.slice(0, 10), -2), created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people = Array.from({ length: lines / 5 }, (_, at) => ({
    ...findable({
      username: `there${at}@bench.example`,
      first_name: 'Sam',
      last_name: `Bakker ${at}`,
      student_number: `T${at}`,
    }),
    ...{ roles: 'ROLE_STUDENT', activated: true, information_checked: true, created_at },
  }))
  const students = await kysely.insertInto('user').values(people).returning('id').execute()
  for (const { id: module_id } of modules)
    await kysely
      .insertInto('enrollment')
      .values(students.map(({ id: user_id }) => ({ user_id, module_id, testmoment_id: moment.id, created_at })))
      .execute()

  const numbered = (count: number, lineOf: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => lineOf(at))
  const lists = (count: number): List[] => [
    {
      name: 'students',
      path: '/import/students',
      body: (round) => ({
        text: [
          'voornaam;tussenvoegsel;achternaam;e-mail;studentnummer;studierichting',
          ...numbered(
            count,
            (at) => `Jade;van den;Bergstraat ${at};jade${round}x${at}@bench.example;${round}S${at};Technische Wiskunde`,
          ),
        ].join('\n'),
      }),
    },
    {
      name: 'students, their names updated,',
      path: '/import/students',
      body: (round) => ({
        update: true,
        text: [
          'voornaam;e-mail',
          ...numbered(count / 5, (at) => `Samuel ${'abcdef'[round]};there${at}@bench.example`),
        ].join('\n'),
      }),
    },
    {
      name: 'students, 2 MB of columns that are not used,',
      path: '/import/students',
      body: (round) => {
        const wide = 'x'.repeat(Math.floor(LARGEST_TEXT / count) - 60)
        return {
          text: ['e-mail;opmerking', ...numbered(count, (at) => `wide${round}x${at}@bench.example;${wide}`)].join('\n'),
        }
      },
    },
    {
      name: 'test moments',
      path: '/import/testmoments',
      body: (round) => ({
        schoolyear_id: empty?.id ?? 0,
        text: [
          'datum;duur;plaats;plaatsen;maximum;modules',
          ...numbered(count, (at) => {
            const day = addDays(`${2030 + round * 15}-01-01`, at)
            return `${day.split('-').reverse().join('-')};dag;Zaal 3.14;80;2;ALG0, ALG1`
          }),
        ].join('\n'),
      }),
    },
    {
      name: 'modules',
      path: '/import/modules',
      body: (round) => ({
        text: [
          'naam;beschrijving;studierichtingen',
          ...numbered(count, (at) => `M${round}x${at};Module ${at};Technische Wiskunde`),
        ].join('\n'),
      }),
    },
    {
      name: 'results',
      path: `/testmoment/${moment.id}/results/import`,
      body: (round) => ({
        text: [
          'studentnummer;module;cijfer',
          ...numbered(count, (at) => `T${Math.floor(at / 5)};ALG${at % 5};${((round + at) % 9) + 1},5`),
        ].join('\n'),
      }),
    },
  ]
  return { lists }
}
