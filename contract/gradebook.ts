import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './gradebook.schema.ts'

/**
 * Lists all published results of a school year: students by name, each with their best result and number of tries per module.
 * Includes students enrolled at a moment of the year, and in the active year all others too. With `count` the first page has
 * the total number. For administrators.
 */
export const readGradebook = endpoint<typeof schemas.readGradebookSchemas>('GET', '/schoolyear/:id/gradebook/:paging')
export type GradebookReply = ReplyOf<typeof readGradebook>

/** Exports the same students, all pages, as an .xlsx. 422 `users-too-many`. Needs a recent proof. The list's link `export`. */
export const exportGradebook = endpoint<typeof schemas.exportGradebookSchemas>(
  'GET',
  '/schoolyear/:id/gradebook/export',
)
