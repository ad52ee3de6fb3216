import { setTimeout as delay } from 'node:timers/promises'
import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import { Connection, ConnectionBroke } from '#tests/harness/http/connection.ts'
import { askEnrollment, askHealth, askModules } from '#tests/harness/http/requests.ts'

export interface Seen {
  /** 0 where the connection broke */
  status: number
  /** s */
  retryAfter: number | undefined
  /** that it took to come */
  ms: number
}

export interface Sight {
  live: Seen[]
  ready: Seen[]
  reading: Seen[]
  enrolling: Seen[]
}

export interface Bystander {
  readonly sight: Sight
  /** each asks on until its answer has come; resolves with all that was seen */
  leave(): Promise<Sight>
}

const PAUSE_MS = 20

/**
 * Looks at a server as a load balancer and as a student would, all the while: is it live, is it ready, what are my
 * modules, and am I still enrolled there? The last goes through the enrollment desk, and changes nothing after the first.
 */
export function standBy(port: number, own: EnrollmentCreate, token: string): Bystander {
  const sight: Sight = { live: [], ready: [], reading: [], enrolling: [] }
  let leaving = false
  const look = async (request: string, seen: Seen[]) => {
    const connection = new Connection(port)
    for (; !leaving; await delay(PAUSE_MS)) seen.push(await ask(connection, request))
    connection.close()
  }
  const looking = Promise.all([
    look(askHealth('live'), sight.live),
    look(askHealth('ready'), sight.ready),
    look(askModules(own.user_id, token), sight.reading),
    look(askEnrollment(own, token), sight.enrolling),
  ])
  return {
    sight,
    leave: async () => {
      leaving = true
      await looking
      return sight
    },
  }
}

async function ask(connection: Connection, request: string): Promise<Seen> {
  const since = performance.now()
  try {
    const { status, retryAfter } = await connection.ask(request)
    return { status, retryAfter, ms: performance.now() - since }
  } catch (error) {
    if (!(error instanceof ConnectionBroke)) throw error
    return { status: 0, retryAfter: undefined, ms: performance.now() - since }
  }
}
