import { endpoint } from './endpoint.ts'
import type * as schemas from './history.schema.ts'

/** Lists `Mijn toetsen`: past tests of all school years, latest first. A student's link `history`; cached offline. */
export const listTakenTests = endpoint<typeof schemas.listTakenTestsSchemas>('GET', '/user/:id/history')
