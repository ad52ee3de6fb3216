import { setTimeout as delay } from 'node:timers/promises'
import { editTestmoment } from '#contract/testmoments.gen.ts'
import { mustCall } from '#tests/harness/http/calls.ts'
import { sendOpenLoop } from '#tests/harness/http/open-loop.ts'
import { askEnrollment, askModules, askMoments } from '#tests/harness/http/requests.ts'
import { openSqlitePlace, type Place, within } from '#tests/harness/places.ts'
import { residentMemory } from '#tests/harness/process-figures.ts'
import { startBenchServer } from '#tests/harness/programs.ts'
import { type AnsweringServices, startPushing, startServices } from '#tests/harness/push/answering-services.ts'
import { STUDENTS, seedBenchSchool, seedDevices, teacherAfter } from '#tests/harness/school/bench-school.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { median, percentile } from '#tests/harness/statistics.ts'
import { atMost, inSeconds } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'

const DEVICES = 5_000
/** Moments that open and close; the students of the storm enroll at the second one. */
const MOMENT = 1
const OTHER = 2
/** 10,000 in half a minute */
const STUDENTS_PER_SECOND = 333
const SECONDS = 15
/** Students of that storm, each with a connection. */
const PEOPLE = 1_000
const PATIENCE_MS = 120_000
const ROUNDS = { storm: 3, bad: 5 }
const GOALS = { openingMs: 10_000, badTimes: 1.5 }
const ORIGINS = 4
/** Those of every fourth device of the first: 313 of 1,250. */
const BAD = Math.ceil(DEVICES / ORIGINS / 4)

/** From an opening until the push services have taken 5,000 pushes about it: while the API takes the storm, and without. */
export const openingRow = (services: AnsweringServices): Promise<BenchRow> =>
  withSubject(services, async (subject) => {
    await subject.announce(DEVICES)
    const [quiet, stormy, refusals]: [number[][], number[][], number[]] = [[], [], []]
    for (let round = 0; round < ROUNDS.storm; round++) {
      quiet.push((await subject.announce(DEVICES)).flat())
      const storm = subject.storm()
      stormy.push((await subject.announce(DEVICES)).flat())
      refusals.push(await storm)
    }
    return {
      what: `an opening told to ${DEVICES}, while ${STUDENTS_PER_SECOND} students a second read and enroll (SQLite)`,
      measured: `${timesInWords(stormy)}, push server ${Math.round(subject.memory())} MB, ${median(refusals)} of ${3 * STUDENTS_PER_SECOND * SECONDS} answers no success`,
      reference: `nobody else there: ${timesInWords(quiet)}`,
      ...atMost(middle(stormy, p99), GOALS.openingMs, inSeconds),
    }
  })

/**
 * An opening sent by four push services, one of which answers a quarter of its devices badly, each time: how late are
 * the others?
 */
export async function badOriginRow(): Promise<BenchRow> {
  const services = await startServices(ORIGINS)
  const rounds = await withSubject(services, async (subject) => {
    const announce = async (isBad: boolean) => {
      services.setBad(isBad)
      const [there = [], ...others] = await subject.announce(isBad ? DEVICES - BAD : DEVICES)
      return { there, others: others.flat() }
    }
    await announce(false)
    const [well, bad]: [Announced[], Announced[]] = [[], []]
    for (let round = 0; round < ROUNDS.bad; round++) {
      well.push(await announce(false))
      bad.push(await announce(true))
    }
    return { well, bad }
  }).finally(services.stop)
  const ofOthers = (all: readonly Announced[]) =>
    middle(
      all.map(({ others }) => others),
      p99,
    )
  return {
    what: `an opening told to ${DEVICES} at ${ORIGINS} origins, of which one answers a quarter badly (500, 503, 429, reset)`,
    measured: inWords(rounds.bad),
    reference: `none bad: ${inWords(rounds.well)}`,
    ...atMost(ofOthers(rounds.bad) / ofOthers(rounds.well), GOALS.badTimes, (times) => `others ${times.toFixed(2)} ×`),
  }
}

/** ms from the opening of what was sent to the push service that is bad, and to the others */
interface Announced {
  there: number[]
  others: number[]
}

type PushSubject = Awaited<ReturnType<typeof startPushSubject>>

const withSubject = <Result>(services: AnsweringServices, work: (subject: PushSubject) => Promise<Result>) =>
  within(openSqlitePlace(), async (place) => {
    const subject = await startPushSubject(place, services)
    return work(subject).finally(subject.stop)
  })

/** An API server and a push server on one SQLite file, with 10,000 students, of which half have a device. */
async function startPushSubject({ url, dataDir, fill }: Place, services: AnsweringServices) {
  await fill(async (database) => {
    await seedBenchSchool(database)
    await seedDevices(database, DEVICES, services.origins)
  })
  const tokens = await signTokens(dataDir)
  const api = await startBenchServer({ url, dataDir })
  const pushing = await startPushing({ url, dataDir }, services)

  /** Opens or closes the moment as the teacher; resolves to when it was acknowledged (ms since the epoch). */
  const setOpen = async (enrollments_enabled: boolean) => {
    const params = { schoolyear_id: 1, id: MOMENT }
    const asking = { params, token: tokens[teacherAfter()], body: { enrollments_enabled } }
    await mustCall(`http://127.0.0.1:${api.port}`, editTestmoment, asking)
    return Date.now()
  }
  /** Each storm goes on where the one before it ended: who enrolls for a second time writes nothing. */
  let askedBefore = 0
  const asked = (n: number): string => {
    const turn = Math.floor(n / 3)
    const user_id = (turn % STUDENTS) + 1
    const token = tokens[user_id] ?? ''
    if (n % 3 < 2) return n % 3 ? askModules(user_id, token) : askMoments(user_id, token)
    const module_id = 1 + (Math.floor(turn / STUDENTS) % 20)
    return askEnrollment({ user_id, testmoment_id: OTHER, module_id }, token)
  }

  return {
    /** ms from an opening until each push service had received each of its pushes, this many in total */
    announce: async (pushes: number): Promise<number[][]> => {
      await setOpen(false)
      const opened = (await services.take()).map((): number[] => [])
      const since = await setOpen(true)
      for (const until = Date.now() + PATIENCE_MS; opened.flat().length < pushes; await delay(200)) {
        if (Date.now() > until) throw new Error(`only ${opened.flat().length} of ${pushes} pushes came`)
        for (const [at, { accepted }] of (await services.take()).entries())
          opened[at]?.push(...accepted.map((time) => time - since))
      }
      return opened
    },
    /** a student a time: both lists, and an enrollment; resolves with how many answers were no success */
    storm: async () => {
      const [begun, perSecond] = [askedBefore, 3 * STUDENTS_PER_SECOND]
      askedBefore += perSecond * SECONDS
      const next = (n: number) => asked(begun + n)
      const answers = await sendOpenLoop({ ports: [api.port], perSecond, seconds: SECONDS, people: PEOPLE, next })
      return answers.filter(({ status }) => status < 200 || status > 299).length
    },
    /** MB of the push server now */
    memory: () => residentMemory(pushing.pid) / 1024,
    stop: async () => {
      await pushing.end()
      await api.stop()
    },
  }
}

const p99 = (times: readonly number[]) => percentile(times, 0.99)

/** Median over the rounds. */
const middle = (all: readonly number[][], of: (times: readonly number[]) => number) => median(all.map(of))

const timesInWords = (all: readonly number[][]) =>
  `p50 ${inSeconds(middle(all, median))}, p99 ${inSeconds(middle(all, p99))}, last ${inSeconds(middle(all, (times) => Math.max(...times)))}`

function inWords(all: readonly Announced[]): string {
  const [others, there] = [all.map((one) => one.others), all.map((one) => one.there)]
  const last = middle(
    all.map((one) => [...one.others, ...one.there]),
    (times) => Math.max(...times),
  )
  return `p99 at the others ${inSeconds(middle(others, p99))}, of its own healthy devices ${inSeconds(middle(there, p99))}, last ${inSeconds(last)}`
}
