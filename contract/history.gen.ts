// Made of the declarations of calls by `npm run contract`.
import type * as historyCalls from './history.calls.ts'
import { endpoint } from './endpoint.ts'

export const listTakenTests = endpoint<typeof historyCalls.listTakenTests>('GET', '/user/:id/history')
