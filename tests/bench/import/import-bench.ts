import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { buildApp } from '#api-server/app.ts'
import { API_BASE } from '#contract/endpoint.ts'
import type { Database } from '#database/engine/open-database.ts'
import { addDays } from '#domain/calendar/amsterdam.ts'
import { readConfig } from '#server/config.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { addUsers, insertAll, logInAll, range } from '#tests/harness/school/rows.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { median } from '#tests/harness/statistics.ts'
import { addDepartment, addModule, addMoment, addUser, addYear } from '#tests/support/api/test-school.ts'
import type { BenchOptions } from '../bench.ts'
import { atMost } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'
import type { Answered, Asked } from './import-client.ts'

const LINES = 5_000
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const HOLD_GOAL_MS = 50
const LARGEST_TEXT = 2_000_000

/** `npm run bench import`: how long a list of 5,000 lines holds up everybody else while it is looked at, imported and turned back. */
export const benchImport = ({ students: lines = LINES }: BenchOptions): Promise<BenchRow[]> =>
  onEach((place) => rowsOn(place, lines))

interface Step {
  what: string
  holds: number[]
  took: number[]
}

async function rowsOn({ database, engine, dataDir }: Place, lines: number): Promise<BenchRow[]> {
  const school = await seedSchool(database, lines)
  const app = await buildApp({
    database,
    config: readConfig({ DATA_DIR: dataDir, WEB_APP: 'none', MAIL_PER_MINUTE: '1' }),
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
  const [, token = ''] = await signTokens(dataDir, 1)
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
  return rows
}

function rowOf(list: string, { what, holds, took }: Step): BenchRow {
  return {
    what: `${list}: ${what}`,
    measured: `${median(took).toFixed(0)} ms in all`,
    reference: '–',
    ...atMost(median(holds), HOLD_GOAL_MS, (ms) => `${ms.toFixed(0)} ms held at most`),
  }
}

interface List {
  name: string
  path: string
  body: (round: number) => { text: string }
}

/** A school with a teacher, a past moment at which as many enrollments are as the lists have lines, and a year for moments. */
async function seedSchool(database: Database, lines: number) {
  const { kysely } = database
  const created_at = new Date().toISOString()
  const teacher = await addUser(database, { username: 'docent@bench.example', roles: 'ROLE_ADMIN' })
  await logInAll(kysely, [teacher])
  const [year, empty] = [await addYear(database, '2025-2026', true), await addYear(database, '2026-2027', false)]
  await addDepartment(database, [], 'Technische Wiskunde')
  const modules: number[] = []
  for (const at of range(5)) modules.push(await addModule(database, `ALG${at - 1}`))
  const date = addDays(created_at.slice(0, 10), -2)
  const testmoment_id = await addMoment(database, { schoolyear_id: year, date })
  const students = await addUsers(kysely, lines / 5, (at) => ({
    ...{ username: `there${at}@bench.example`, last_name: `Bakker ${at}`, student_number: `T${at}` },
  }))
  const enrollments = modules.flatMap((module_id) =>
    students.map((user_id) => ({ user_id, module_id, testmoment_id, created_at })),
  )
  await insertAll(kysely, 'enrollment', enrollments)

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
        schoolyear_id: empty,
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
      path: `/testmoment/${testmoment_id}/results/import`,
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
