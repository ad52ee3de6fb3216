import type { SessionTokens } from '#domain/sessions/session.schema.ts'
import { type Answer, Connection } from './connection.ts'
import { callWhenDue, type DueCall, GaveUp } from './due-call.ts'
import type { Call, StormJournal, StudentJournal } from './journal.ts'
import { askEnrollment, askLogin, askModules, askMoments, askRefresh } from './requests.ts'
import { OPENING, PASSWORD } from './storm-school.ts'

/** ms after the app was opened: its first list, its second, and then somebody reads and taps */
const MOMENTS_AT = 200
const MODULES_AT = 400

export interface Visit {
  user_id: number
  /** when they tap the push, by `performance.now()` */
  arrives: number
  /** by when to give up */
  until: number
  /** ms after that at which they enroll */
  thinks: number
  byPassword: boolean
  refreshToken: string
  /** what they tap; a second one in another tab at the same time, where there is room for one */
  modules: readonly number[]
  /** one of each tab; several API servers take them in turn */
  ports: readonly number[]
}

/** One student from the tap on the push until the last answer. Each call is due at its own time, whenever the last was answered. */
export async function visit(plan: Visit, journal: StormJournal): Promise<void> {
  const { user_id, until, refreshToken } = plan
  const own: StudentJournal = { user_id, acknowledged: [], refused: 0, unknown: false, refreshToken, settled: false }
  journal.students.set(user_id, own)
  const tabs = plan.modules.map((_, index) => new Connection(plan.ports[index % plan.ports.length] ?? 0))
  const [connection = new Connection(0)] = tabs
  const ask = (call: Call, request: string, due: number, on = connection, cut?: () => void) =>
    callWhenDue(on, { call, request, due, until } satisfies DueCall, journal, cut)

  /** Takes over the tokens of a login or a refresh; what else is answered there ends a session. */
  const tokenIn = (call: Call, answer: Answer) => {
    expectOk(call, answer)
    const tokens: SessionTokens = JSON.parse(answer.body)
    own.refreshToken = tokens.refresh_token
    return tokens.token
  }

  try {
    let start = plan.arrives
    if (plan.byPassword) {
      const username = `student-${user_id}@bench.example`
      tokenIn('login', await ask('login', askLogin({ username, password: PASSWORD }), start))
      start = performance.now()
    }
    const token = tokenIn('refresh', await ask('refresh', askRefresh(own.refreshToken), start))
    expectOk('moments', await ask('moments', askMoments(user_id, token), start + MOMENTS_AT))
    expectOk('modules', await ask('modules', askModules(user_id, token), start + MODULES_AT))
    await Promise.all(
      plan.modules.map(async (module_id, index) => {
        const request = askEnrollment({ user_id, testmoment_id: OPENING, module_id }, token)
        const cut = () => {
          own.unknown = true
        }
        const answer = await ask('enrollment', request, start + plan.thinks, tabs[index], cut)
        if (!takeDown(own, answer)) journal.fail(new Unexpected('enrollment', answer).message)
      }),
    )
    own.settled = own.acknowledged.length + own.refused === plan.modules.length
  } catch (error) {
    if (error instanceof Unexpected) journal.fail(error.message)
    else if (!(error instanceof GaveUp)) throw error // which journal.fail has heard of
  } finally {
    for (const tab of tabs) tab.close()
  }
}

class Unexpected extends Error {
  override name = 'Unexpected'
  constructor(call: Call, { status, body }: Answer) {
    super(`${call}: ${status} ${body.slice(0, 100)}`)
  }
}

function expectOk(call: Call, answer: Answer): void {
  if (answer.status !== 200) throw new Unexpected(call, answer)
}

/** False for an answer that nobody should have got. */
function takeDown(own: StudentJournal, { status, body }: Answer): boolean {
  const reply: { entity: StudentJournal['acknowledged'][number]; reason?: string } = JSON.parse(body)
  if (status === 201 || status === 200) own.acknowledged.push(reply.entity)
  else if (status === 422 && reply.reason === 'no-slots-left') own.refused += 1
  else return false
  return true
}
