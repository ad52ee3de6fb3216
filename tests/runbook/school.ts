import { setTimeout as delay } from 'node:timers/promises'
import { startSession } from '#api-server/sessions/log-in.ts'
import { requestPasswordReset, verifyUser } from '#contract/accounts.gen.ts'
import { readPushKey } from '#contract/push.gen.ts'
import { listUserSessions, loginCheck, refreshToken } from '#contract/sessions.gen.ts'
import { sessionTokensSchema } from '#domain/sessions/session.schema.ts'
import { JournalingStudent } from '#tests/harness/people/journaling-student.ts'
import { inWords, isTrue, type Judgement, judgeJournals } from '#tests/harness/people/judge-journals.ts'
import { type FaultSchool, seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import type { Site } from './site.ts'

const STUDENTS = 8
/** Pause of each student between two acts, so that a shared machine is not flooded. */
const PAUSE_MS = 25

/** A school whose students enroll, move and leave, and write down each answer. */
export class School {
  readonly #school: FaultSchool
  /** each with the token that they had last, by student */
  #students: JournalingStudent[] = []
  #judged: Judgement | undefined

  private constructor(school: FaultSchool) {
    this.#school = school
  }

  /** Into tables that were made and are empty; a person of the school would import it. */
  static async seed(site: Site): Promise<School> {
    return new School(await site.withDatabase((database) => seedFaultSchool(database, STUDENTS)))
  }

  /** Lets all students act during `work`, through the site's nginx. Returns the outcome, after they stopped. */
  async during(site: Site, work: () => Promise<void>): Promise<string> {
    if (this.#students.length === 0)
      this.#students = this.#school.students.map((login) => new JournalingStudent(login, this.#school, site.caller()))
    const before = this.#judged?.acknowledged ?? 0
    const end = new AbortController()
    const busy = Promise.all(
      this.#students.map(async (student) => {
        while (!end.signal.aborted) {
          await student.act()
          await delay(PAUSE_MS)
        }
      }),
    )
    await Promise.race([busy, delay(2_000)])
    try {
      await work()
      await Promise.race([busy, delay(2_000)])
    } finally {
      end.abort()
    }
    await busy
    this.#judged = await site.withDatabase((database) => judgeJournals(database, this.#school, this.#students))
    if (!isTrue(this.#judged)) throw new Error(`not all is there: ${inWords(this.#judged)}`)
    if (this.#judged.acknowledged === before) throw new Error('nobody was acknowledged anything')
    const { acknowledged, askedAgain } = this.#judged
    return `${acknowledged - before} acknowledged, none lost, nobody logged out; ${askedAgain} in all asked again`
  }

  /** Leads the students' apps to another machine behind the same name. */
  ledTo(site: Site): void {
    for (const student of this.#students) student.ledTo(site.caller())
  }

  /** A login of its own, of the first student. */
  async logIn(site: Site): Promise<Login> {
    const [student] = this.#school.students
    const session = await site.withDatabase((database) =>
      startSession(database, { user_id: student?.id ?? 0, token_version: 1, device: 'another', now: Date.now() }),
    )
    const login = new Login(site, student?.id ?? 0, session?.refresh_token ?? '')
    if ((await login.refresh()) !== 200) throw new Error('a login of now does not hold')
    return login
  }
}

/** Session of an app, with its requests and their answers. */
export class Login {
  readonly #site: Site
  readonly #userId: number
  #refreshToken: string
  #token = ''

  constructor(site: Site, userId: number, refresh: string) {
    this.#site = site
    this.#userId = userId
    this.#refreshToken = refresh
  }

  async refresh(): Promise<number> {
    const answer = await this.#site.caller().ask(refreshToken, { body: { refresh_token: this.#refreshToken } })
    if (answer.status !== 200) return answer.status
    const tokens = sessionTokensSchema.parse(answer.body)
    this.#token = tokens.token
    this.#refreshToken = tokens.refresh_token
    return 200
  }

  async ask(): Promise<number> {
    const asking = { token: this.#token, params: { id: this.#userId } }
    return (await this.#site.caller().ask(listUserSessions, asking)).status
  }
}

/** Opens the link that `wiskunde admin` printed, chooses a password and logs in with it. */
export async function beginAsAdministrator(site: Site, username: string, link: string): Promise<void> {
  const password = newPassword()
  const activated = await activateBy(site, link, password)
  const answer = await site.caller().ask(loginCheck, { body: { username, password } })
  if (answer.status !== 200)
    throw new Error(
      `the administrator could not log in: ${activated.status}, ${answer.status} ${JSON.stringify(activated.body)}`,
    )
}

const newPassword = () => `${crypto.randomUUID()}-Kl`

/** Whether a link from a letter still activates its account, by a password that is chosen there. */
export async function activateBy(
  site: Site,
  link: string,
  password = newPassword(),
): Promise<{ status: number; body: unknown }> {
  const validation_key = decodeURIComponent(link.split('/').at(-1) ?? '')
  return site.caller().ask(verifyUser, { body: { validation_key, password } })
}

/** Has a letter written to them. */
export async function askForPassword(site: Site, username: string): Promise<void> {
  const { status } = await site.caller().ask(requestPasswordReset, { body: { username } })
  if (status >= 300) throw new Error(`no letter could be asked for: ${status}`)
}

export async function pushKey(site: Site): Promise<string> {
  return JSON.stringify((await site.caller().ask(readPushKey, {})).body)
}
