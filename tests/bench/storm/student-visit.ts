import type { ReplyOf } from '#contract/endpoint.ts'
import type { joinWaiting } from '#contract/waiting.gen.ts'
import type { SessionTokens } from '#domain/sessions/session.schema.ts'
import { type Answer, Connection } from '#tests/harness/http/connection.ts'
import {
  askEnrollment,
  askLogin,
  askModules,
  askMoments,
  askRefresh,
  askUnenrollment,
  askWaiting,
} from '#tests/harness/http/requests.ts'
import { callWhenDue, type DueCall, GaveUp } from './due-call.ts'
import type { Call, StormJournal, StudentJournal } from './journal.ts'
import { OPENING, PASSWORD } from './storm-school.ts'

/** ms after the app was opened: its first list, its second, and then somebody reads and taps */
const MOMENTS_AT = 200
const MODULES_AT = 400

export interface Visit {
  user_id: number
  /** when they tap the push, by `performance.now()` */
  arrives: number
  /** time at which to give up */
  until: number
  /** ms after that at which they enroll */
  thinks: number
  byPassword: boolean
  refreshToken: string
  /** modules that the student taps; the second one in another tab at the same time, if the moment allows one */
  modules: readonly number[]
  /** when they leave again, if they were enrolled at once; likewise */
  leaves?: number | undefined
  /** one of each tab; several API servers take them in turn */
  ports: readonly number[]
}

/** One student from the tap on the push until the last answer. Each call is due at its own time, whenever the last was answered. */
export async function visit(plan: Visit, journal: StormJournal): Promise<void> {
  const { user_id, until, refreshToken } = plan
  const own: StudentJournal = {
    user_id,
    acknowledged: [],
    refused: 0,
    waiting: [],
    left: false,
    unknown: false,
    refreshToken,
    settled: false,
  }
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
        if (isFull(answer)) {
          const wish = askWaiting({ user_id, testmoment_id: OPENING, module_id }, token)
          takePlace(own, await ask('waiting', wish, performance.now(), tabs[index], cut))
        } else if (!takeDown(own, answer)) journal.fail(new Unexpected('enrollment', answer).message)
      }),
    )
    own.settled = own.acknowledged.length + own.refused + own.waiting.length === plan.modules.length
    const [enrollment] = own.acknowledged
    if (plan.leaves === undefined || !enrollment || own.waiting.length > 0) return
    expectOk(
      'leaving',
      await ask('leaving', askUnenrollment(enrollment.id, token), Math.max(plan.leaves, performance.now())),
    )
    journal.freed.push(Date.now())
    own.acknowledged = []
    own.left = true
  } catch (error) {
    if (error instanceof Unexpected) journal.fail(error.message)
    else if (!(error instanceof GaveUp)) throw error // journal.fail has counted this one
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

const isFull = ({ status, body }: Answer): boolean => status === 422 && JSON.parse(body).reason === 'moment-full'

/** A place in line, or the seat that came free meanwhile. */
function takePlace(own: StudentJournal, answer: Answer): void {
  if (answer.status === 422) return void takeDown(own, answer)
  if (answer.status !== 201) throw new Unexpected('waiting', answer)
  const { entity, enrollment }: ReplyOf<typeof joinWaiting> = JSON.parse(answer.body)
  if (entity) own.waiting.push(entity.id)
  else if (enrollment) own.acknowledged.push(enrollment)
}

/** False for an answer that nobody should have got. */
function takeDown(own: StudentJournal, { status, body }: Answer): boolean {
  const reply: { entity: StudentJournal['acknowledged'][number]; reason?: string } = JSON.parse(body)
  if (status === 201 || status === 200) own.acknowledged.push(reply.entity)
  else if (status === 422 && reply.reason === 'no-slots-left') own.refused += 1
  else return false
  return true
}
