// Made of the declarations of calls by `npm run contract`.
import type * as outcomesCalls from './outcomes.calls.ts'
import { endpoint } from './endpoint.ts'

export const getOutcome = endpoint<typeof outcomesCalls.getOutcome>('GET', '/outcomes/:key')
