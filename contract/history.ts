import { endpoint } from './endpoint.ts'
import type * as schemas from './history.schema.ts'

/** `Mijn toetsen`: tests that have been, of all school years, the latest first. By a student's link `history`; kept offline. */
export const listTakenTests = endpoint<typeof schemas.listTakenTestsSchemas>('GET', '/user/:id/history')
