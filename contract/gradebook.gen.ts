// Made of the declarations of calls by `npm run contract`.
import type * as gradebookCalls from './gradebook.calls.ts'
import { endpoint } from './endpoint.ts'

export const exportGradebook = endpoint<typeof gradebookCalls.exportGradebook>('GET', '/schoolyear/:id/gradebook/export')
export const readGradebook = endpoint<typeof gradebookCalls.readGradebook>('GET', '/schoolyear/:id/gradebook/:paging')
