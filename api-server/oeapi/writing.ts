import type { FastifyRequest } from 'fastify'
import type { Received, SentPatch } from '#api-server/facts/sent-patch.ts'
import type { Kysely } from '#database/tables.ts'
import { type PatchFault, readSentResult } from '#domain/oeapi/patch.rules.ts'
import { leftOutIn, patchSchema } from '#domain/oeapi/patch.schema.ts'
import type { Api } from '#server/operation.ts'
import { type AssociationRow, findAssociation } from './association.queries.ts'
import { outsideScope } from './filters.ts'
import type { Ids } from './ids.ts'
import { stateOf } from './oeapi.replies.ts'
import { OeapiProblem } from './oeapi-problem.ts'
import type { Reader } from './tokens.ts'

/** The media type of RFC 7396. */
export const MERGE_PATCH = 'application/merge-patch+json'

/** Far more than any patch that is taken, with remarks and documents that are left out. */
const BODY_LIMIT_BYTES = 256 * 1024

/** Paths that take a patch, with what their id is. */
export const WRITABLE = {
  '/test-component-offering-associations/:id': 'association',
  // The standard spells 'attempt' in the singular.
  '/test-component-offering-associations-attempt/:id': 'attempt',
} as const

export type Receive = (patch: SentPatch) => Promise<Received>

interface WritingDeps {
  kysely: Kysely
  ids: Ids
  receive: Receive
  readerOf: (request: FastifyRequest) => Reader
  /** runs requests of a connection in turn */
  paced: (connectionId: number, work: () => Promise<object>) => Promise<object>
  noteUse: (connection: Reader['connection']) => Promise<void>
  clock: () => number
}

/** Reads bodies of merge patches, and of nothing else: Fastify answers other media types. */
export function readPatches(app: Api): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    MERGE_PATCH,
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    // A body with '__proto__' is refused.
    app.getDefaultJsonParser('error', 'error'),
  )
}

/** PATCH of an enrollment and of its attempt: a result, which becomes a draft, and attendance. */
export function writingRoutes(app: Api, deps: WritingDeps): void {
  for (const [url, kind] of Object.entries(WRITABLE))
    app.patch(
      url,
      {
        // Before the body is read.
        onRequest: async (request) => {
          if (!deps.readerOf(request).scopes.includes('results.write')) throw outsideScope('results.write')
        },
      },
      async (request, reply) => {
        const { connection } = deps.readerOf(request)
        const body = await deps.paced(connection.id, () => takePatch(request, kind, deps))
        await deps.noteUse(connection)
        return reply.header('content-type', 'application/json; version=6.0; charset=utf-8').send(JSON.stringify(body))
      },
    )
}

async function takePatch(
  request: FastifyRequest,
  kind: 'association' | 'attempt',
  { kysely, ids, receive, readerOf, clock }: WritingDeps,
): Promise<object> {
  const id = String(Object(request.params).id)
  const found = ids.read(kind, id)
  // Only for students that a reader would find too.
  const row = found && (await findAssociation(kysely, found.first))
  if (!row) throw unknownHere()
  const { connection } = readerOf(request)
  const { leftOut, ...patch } = readPatch(request.body)
  const received = await receive({
    ...patch,
    connectionId: connection.id,
    enrollment: { id: row.id, user_id: row.user_id, testmoment_id: row.testmoment_id },
  })
  if (received.refused !== null) throw problemOf(received.refused)
  return answerOf(row, received, { ids, leftOut, now: clock() })
}

const unknownHere = () => new OeapiProblem('not-found', 'This resource is unknown here.')

/** Reads a body. Throws 422 for what is not taken, and says which part of it. */
function readPatch(body: unknown) {
  const { success, data, error } = patchSchema.safeParse(body)
  if (!success) {
    const [issue] = error.issues
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : []
    const path = [...(issue?.path ?? []), ...unknown.slice(0, 1)].map(String).join('.')
    throw new OeapiProblem('unprocessable', unprocessable(path))
  }
  const { result, attendance } = data
  if (result === undefined && attendance === undefined) throw new OeapiProblem('unprocessable', faults.empty)
  const value = result ? readSentResult(result) : result
  if (typeof value === 'string') throw new OeapiProblem('unprocessable', faults[value])
  return {
    result: value,
    attendance,
    // A system that leaves the outcome to the school cannot publish it.
    isFinal: result?.final !== false && result?.pass !== 'unknown',
    leftOut: leftOutIn(data),
  }
}

/** Explains to developers why a member is refused. */
function unprocessable(path: string): string {
  if (path === '') return 'The body is not a merge patch of an object.'
  if (path === 'remoteState')
    return 'remoteState is not taken: enrollments are made and ended by students and teachers here.'
  if (path === 'attendance') return 'attendance is present or absent.'
  if (path === 'result.score') return "score is a text such as '7.5'."
  if (path === 'result.state') return 'Only results with the state completed are taken.'
  if (path === 'result.weight') return 'weight is 100: every offering here has one test.'
  return `${path.slice(0, 100)} is not taken here, or not with this value. Taken are result (state, pass, score, final, weight, resultDateTime) and attendance.`
}

const faults: Record<PatchFault, string> = {
  empty: 'The patch has neither result nor attendance.',
  'result-empty': 'A result has a score, or pass without a score.',
  'score-unreadable': "score is a grade such as '7.5'; for a result without a grade send pass alone.",
  'score-out-of-range': "score is '1.0' to '10.0'.",
  'score-too-precise': 'score has one decimal: round it before it is sent.',
  'pass-contradicts-score': 'pass contradicts score: 5.5 and more is passed.',
}

type Refusal = Extract<Received, { refused: string }>['refused']

const refusals: Record<Exclude<Refusal, 'gone' | 'revoked'>, ['conflict' | 'unprocessable', string]> = {
  'not-yet': ['unprocessable', 'The test has not begun: results and attendance are taken from its first day on.'],
  // One sentence for a draft and a published value, equal or not, or a value could be guessed.
  held: ['conflict', 'A result stands here that only a teacher can change.'],
}

function problemOf(refused: Refusal): OeapiProblem {
  if (refused === 'gone') return unknownHere()
  if (refused === 'revoked')
    return new OeapiProblem('unauthorized', 'The access token is invalid, expired or revoked.', {
      headers: { 'www-authenticate': 'Bearer realm="oeapi", error="invalid_token"' },
    })
  const [kind, detail] = refusals[refused]
  return new OeapiProblem(kind, detail)
}

type Taken = Extract<Received, { refused: null }>

const resultMessages: Record<Taken['result'], string | null> = {
  none: null,
  same: 'The result is as it was.',
  draft: 'The result waits for a teacher, who publishes it.',
  published: 'The result is published.',
  'taken-back': 'The result that was sent is taken back.',
  nothing: 'There was no result to take back.',
}

const attendanceMessages: Record<Taken['attendance'], string | null> = {
  none: null,
  same: 'Attendance is as it was.',
  counted: 'Attendance is noted.',
  overruled: 'Attendance is noted; what a person ticked here counts.',
}

function answerOf(
  row: AssociationRow,
  { result, attendance }: Taken,
  { ids, leftOut, now }: { ids: Ids; leftOut: readonly string[]; now: number },
): object {
  const left = leftOut.length > 0 ? `Not kept here: ${leftOut.join(', ')}.` : null
  const said = [resultMessages[result], attendanceMessages[attendance], left]
  const value = said.filter((sentence) => sentence !== null).join(' ')
  return {
    associationId: ids.write('association', row.id),
    state: stateOf(row, now),
    message: [{ language: 'en-GB', value }],
    ...(leftOut.length > 0 && { ext: { leftOut } }),
  }
}
