import { verify } from '@node-rs/argon2'
import { hashPassword } from '#server/password-hash.ts'
import { loadAllAnswered } from '#tests/harness/http/closed-loop.ts'
import { isSentAway, type OpenLoopAnswer, sendOpenLoop } from '#tests/harness/http/open-loop.ts'
import { askLogin, askModules } from '#tests/harness/http/requests.ts'
import { openSqlitePlace, type Place, within } from '#tests/harness/places.ts'
import { startBenchServer } from '#tests/harness/programs.ts'
import { benchUsername, STUDENTS, seedBenchSchool } from '#tests/harness/school/bench-school.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { median, percentile, sum } from '#tests/harness/statistics.ts'
import { comparisonOf, ROUNDS, rateRow } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'

const PASSWORD = 'krijtbord-passer-9'
/** Connections with which Moodle was measured. */
const CONNECTIONS = 32
const SECONDS = 1.2
const SECONDS_BARE = 0.8
/** Hashes at a time in the product (api-server/accounts/passwords.ts). */
const HASHED_AT_A_TIME = 2
const CROWD = { times: 3, seconds: 2 }
const READING = { perSecond: 200, seconds: 1, rounds: 5 }
/** Goal of the opening storm for students who are logged in already. */
const READING_GOAL_MS = 500

/** `npm run bench login`: logging in beside bare hashing, what it does to others, and what happens when too many come. */
export const benchLogin = (): Promise<BenchRow[]> => within(openSqlitePlace(), rowsOn)

async function rowsOn(place: Place): Promise<BenchRow[]> {
  const subject = await startLoginSubject(place)
  try {
    await subject.logIn()
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(subject))
    const rate = comparisonOf(rounds.map(({ peak, bare }) => ({ measured: peak, reference: bare })))
    const goodput = comparisonOf(rounds.map(({ peak, crowd }) => ({ measured: crowd.goodput, reference: peak })))
    return [
      rateRow(`logins, ${CONNECTIONS} connections, SQLite`, rate, 'bare argon2id, 2 at a time', 0.7),
      rateRow(`logins let in when ${CROWD.times} × as many come`, goodput, 'when no more come', 0.8),
      crowdRow(rounds),
      await readingRow(subject),
    ]
  } finally {
    await subject.stop()
  }
}

type LoginSubject = Awaited<ReturnType<typeof startLoginSubject>>

/**
 * The API server on the bench school, in which everyone has one password, hashed as the product does. All come from one address, as
 * from behind a campus's: the throttle counts failed logins only (login-throttle.rationale.md), so nothing is set apart for
 * the bench.
 */
async function startLoginSubject({ url, dataDir, fill }: Place) {
  const passwordHash = await hashPassword(PASSWORD)
  await fill(async (database) => {
    await seedBenchSchool(database)
    await database.kysely.updateTable('user').set({ password_hash: passwordHash }).execute()
  })
  const tokens = await signTokens(dataDir)
  const { port, stop } = await startBenchServer({ url, dataDir })
  let logins = 0
  const nextLogin = () => askLogin({ username: benchUsername((logins++ % STUDENTS) + 1), password: PASSWORD })
  /** Whether or not those before were answered: there are people enough. */
  const send = (perSecond: number, seconds: number, next: (n: number) => string) =>
    sendOpenLoop({ ports: [port], perSecond, seconds, people: Math.ceil(perSecond * seconds), next })
  return {
    passwordHash,
    /** one student after the other on each connection; gives logins a second, and fails unless all were let in */
    logIn: async () => {
      const options = { port, connections: CONNECTIONS, seconds: SECONDS, next: nextLogin }
      return (await loadAllAnswered(200, options)).perSecond
    },
    /** logs in students at this rate, whatever the answers do */
    logInAtRate: (perSecond: number, seconds: number) => send(perSecond, seconds, nextLogin),
    /** students who read their modules; ms from when each request was due, and fails unless all were answered */
    readModules: async () => {
      const answers = await send(READING.perSecond, READING.seconds, (n) => {
        const id = (n % STUDENTS) + 1
        return askModules(id, tokens[id] ?? '')
      })
      if (answers.some(({ status }) => status !== 200)) throw new Error('not all got their modules')
      return answers.map(({ latency }) => latency)
    },
    stop,
  }
}

interface Round {
  /** a second */
  bare: number
  peak: number
  crowd: Crowd
}

interface Crowd {
  letIn: number
  /** 503 with Retry-After of at most a second */
  sentAway: number
  others: number
  /** let in per second while they came; who still waited in line then is left out */
  goodput: number
}

async function measureRound(subject: LoginSubject): Promise<Round> {
  const bare = await bareVerifications(subject.passwordHash)
  const peak = await subject.logIn()
  // More people log in than it can let in: some wait in line, the rest is asked to come back.
  return { bare, peak, crowd: crowdOf(await subject.logInAtRate(Math.round(CROWD.times * peak), CROWD.seconds)) }
}

function crowdOf(answers: readonly OpenLoopAnswer[]): Crowd {
  const letIn = answers.filter(({ status }) => status === 200)
  const sentAway = answers.filter(isSentAway).length
  return {
    letIn: letIn.length,
    sentAway,
    others: answers.length - letIn.length - sentAway,
    goodput: letIn.filter(({ at }) => at <= CROWD.seconds * 1_000).length / CROWD.seconds,
  }
}

/** Verifications a second of the hashing alone, with nothing around it; the parameters are those in the hash. */
async function bareVerifications(encoded: string): Promise<number> {
  const started = performance.now()
  const deadline = started + SECONDS_BARE * 1_000
  let done = 0
  const oneAfterAnother = async () => {
    while (performance.now() < deadline) {
      if (!(await verify(encoded, PASSWORD))) throw new Error('This is not the password of this hash.')
      done += 1
    }
  }
  await Promise.all(Array.from({ length: HASHED_AT_A_TIME }, oneAfterAnother))
  return (done * 1_000) / (performance.now() - started)
}

function crowdRow(rounds: readonly Round[]): BenchRow {
  const total = (name: 'letIn' | 'sentAway' | 'others') => sum(rounds, ({ crowd }) => crowd[name])
  return {
    what: 'what all those hear',
    measured: `${total('letIn')} × 200, ${total('sentAway')} × 503 + Retry-After`,
    reference: '–',
    figure: `${total('others')} others`,
    goal: '0, and some 503',
    reached: total('others') === 0 && total('sentAway') > 0,
  }
}

/** How students who read their modules fare beside others who log in: half of the rounds are without these. */
async function readingRow({ readModules, logIn }: LoginSubject): Promise<BenchRow> {
  const [alone, beside]: [number[][], number[][]] = [[], []]
  await readModules()
  for (let round = 0; round < READING.rounds; round++) {
    alone.push(await readModules())
    const [latencies] = await Promise.all([readModules(), logIn()])
    beside.push(latencies)
  }
  const [reference, measured] = [figuresOf(alone), figuresOf(beside)]
  const times = (name: 'p50' | 'p99') => `${name} × ${(measured[name] / reference[name]).toFixed(1)}`
  return {
    what: `GET of a student's modules, ${READING.perSecond} /s, beside these logins`,
    measured: inWords(measured),
    reference: `${inWords(reference)} without logins`,
    figure: `${times('p50')}, ${times('p99')}`,
    goal: `p99 < ${READING_GOAL_MS} ms`,
    reached: measured.p99 < READING_GOAL_MS,
  }
}

/** Medians of the rounds: what disturbs the machine for a moment disturbs one of them. */
const figuresOf = (rounds: readonly number[][]) => ({
  p50: median(rounds.map((latencies) => percentile(latencies, 0.5))),
  p99: median(rounds.map((latencies) => percentile(latencies, 0.99))),
})

const inWords = ({ p50, p99 }: ReturnType<typeof figuresOf>) => `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`
