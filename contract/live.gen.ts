// Made of the declarations of calls by `npm run contract`.
import type * as liveCalls from './live.calls.ts'
import { endpoint } from './endpoint.ts'

export const readLive = endpoint<typeof liveCalls.readLive>('GET', '/live')
