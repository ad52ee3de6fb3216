import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './source.schema.ts'

/** Returns the state of the source of students, and of its last run. For administrators. */
export const getSource = endpoint<typeof schemas.getSourceSchemas>('GET', '/source')
export type SourceReply = ReplyOf<typeof getSource>

/** Lists people of the last run with what would become of them now. For administrators. */
export const listSourcePeople = endpoint<typeof schemas.listSourcePeopleSchemas>('GET', '/source/people')
export type SourcePeopleReply = ReplyOf<typeof listSourcePeople>

/** Previews confirming or rejecting what the source says of some people. The source's link `preview_verdict`. */
export const previewSourceVerdict = endpoint<typeof schemas.previewSourceVerdictSchemas>(
  'POST',
  '/source/people/preview',
  { kind: 'question' },
)

/**
 * Confirms or rejects what the source says of some people. 409 `plan-changed` with the present plan, also when an address was
 * taken meanwhile. The source's link `give_verdict`.
 */
export const giveSourceVerdict = endpoint<typeof schemas.giveSourceVerdictSchemas>('POST', '/source/people')

/** Sets what is read of the source; the next run uses it. The source's link `edit`. */
export const editSource = endpoint<typeof schemas.editSourceSchemas>('PUT', '/source')

/** Begins a run, whose changes wait for a confirmation. The source's link `run`. */
export const runSource = endpoint<typeof schemas.runSourceSchemas>('POST', '/source/run')

/** Carries out or leaves what a run found. 409 `plan-changed` if it is no longer that. The source's link `decide`. */
export const decideSource = endpoint<typeof schemas.decideSourceSchemas>('POST', '/source/decision')

/** Lists published results that did not reach the source, latest first. The source's link `refused_results`. */
export const listRefusedResults = endpoint<typeof schemas.listRefusedResultsSchemas>('GET', '/source/results/:paging')
export type RefusedResultsReply = ReplyOf<typeof listRefusedResults>

/** Sends results again that did not arrive, or notes that they were done by hand. The source's link `settle_results`. */
export const settleRefusedResults = endpoint<typeof schemas.settleRefusedResultsSchemas>('POST', '/source/results')
