import type { TakenTest } from '#domain/results/result.schema.ts'
import { type ById, endpoint, type ListReply } from './endpoint.ts'

/** `Mijn toetsen`: tests that have been, of all school years, the latest first. By a student's link `history`; kept offline. */
export const listTakenTests = endpoint<{ params: ById; reply: ListReply<TakenTest> }>('GET', '/user/:id/history')
