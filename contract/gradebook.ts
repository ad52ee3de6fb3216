import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './gradebook.schema.ts'

/**
 * All published results of a school year: students by name, each with their best result and the number of tries by module.
 * Students are those who are enrolled at a moment of the year, and in the active year all others too. With `count` the first
 * page also says how many there are. For administrators.
 */
export const readGradebook = endpoint<typeof schemas.readGradebookSchemas>('GET', '/schoolyear/:id/gradebook/:paging')
export type GradebookReply = ReplyOf<typeof readGradebook>

/** An .xlsx of the same students, all pages of them. 422 `users-too-many`. Asks for a recent proof. The list's link `export`. */
export const exportGradebook = endpoint<typeof schemas.exportGradebookSchemas>(
  'GET',
  '/schoolyear/:id/gradebook/export',
)
