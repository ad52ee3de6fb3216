import type { ApiContext } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { type CellRow, draftOf, findCells, publishedOf } from '#api-server/facts/result.queries.ts'
import type { Received, SentPatch } from '#api-server/facts/sent-patch.ts'
import { findTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { lockStudents, shareSchool, shareTestmoments } from '#api-server/platform/locks.ts'
import { addSystemTick } from '#api-server/presence/ticks.ts'
import { assessPublication } from '#api-server/results/assess-publication.ts'
import { aboutResults, actorIn, writeDrafts } from '#api-server/results/drafts.ts'
import { publishAssessed } from '#api-server/results/publishing.ts'
import { announce } from '#database/changes/announce.ts'
import { resultChanges } from '#database/changes/change.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import { isSameResult, mayEnterResults, mayReceiveResult } from '#domain/results/result.rules.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'

/** Takes what a system of the school sends, all or nothing, and once however often it is sent; see receiving.rationale.md. */
const receivePatch = (
  database: Database,
  { connectionId, ...patch }: SentPatch,
  clock: () => number,
): Promise<Received> =>
  database.transaction(async (trx) => {
    const { enrollment, result, attendance } = patch
    // The result may be published, and publishing takes this lock first.
    if (result !== undefined) await shareSchool(trx)
    await lockStudents(trx, [enrollment.user_id])
    await shareTestmoments(trx, [enrollment.testmoment_id])
    const connection = await holdConnection(trx, connectionId)
    if (!connection) return { refused: 'revoked' }
    const cell = (await findCells(trx, enrollment.testmoment_id, [enrollment.id])).get(enrollment.id)
    const moment = await findTestmoment(trx, enrollment.testmoment_id)
    if (!cell || !moment) return { refused: 'gone' }
    const now = clock()
    if (!mayEnterResults(moment, now)) return { refused: 'not-yet' }
    if (result !== undefined && !mayReceiveResult(heldIn(cell), connectionId, result)) {
      await noteIn(trx, 'result-held', { cell, connection, now })
      return { refused: 'held' }
    }
    const ticked = attendance && (await addSystemTick(trx, { enrollment, status: attendance, connection }, now))
    if (ticked !== undefined && ticked !== 'same')
      await announce(trx, [{ event: 'presenceChanged', testmoment_id: enrollment.testmoment_id }])
    if (result === undefined) return { refused: null, result: 'none', attendance: ticked ?? 'none' }
    const [after = cell] = (await findCells(trx, enrollment.testmoment_id, [enrollment.id])).values()
    const received = await takeResult(trx, after, { ...patch, result, connection }, clock)
    return { refused: null, result: received, attendance: ticked ?? 'none' }
  })

interface HeldConnection {
  id: number
  name: string
  publishes: boolean
}

/** Keeps a connection from being revoked until this transaction ends; undefined if it is revoked. After students and moments. */
async function holdConnection(trx: Transaction, id: number): Promise<HeldConnection | undefined> {
  await trx.selectFrom('connection').select('id').where('id', '=', id).forShare().execute()
  return trx
    .selectFrom('connection')
    .select(['id', 'name', 'publishes'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

const heldIn = (cell: CellRow) => ({ draft: draftOf(cell), published: publishedOf(cell), sender: cell.connection_id })

/** Writes a line of the log about a result that was sent, without its value. */
async function noteIn(
  trx: Transaction,
  action: 'results-edited' | 'result-held',
  { cell, connection, now }: { cell: CellRow; connection: HeldConnection; now: number },
): Promise<void> {
  const about = await aboutResults(trx, [cell])
  const change = { action, resource: 'testmoment', resourceId: cell.testmoment_id, about } as const
  await recordChange(trx, { ...actorIn({ actorId: null, connection }), ...change }, now)
}

type TakenAs = Extract<Received, { refused: null }>['result']

interface TakenResult extends Pick<SentPatch, 'isFinal'> {
  result: ResultValue | null
  connection: HeldConnection
}

/** Writes a result that may be received, and publishes it where the connection does so by itself. */
async function takeResult(
  trx: Transaction,
  cell: CellRow,
  { result, isFinal, connection }: TakenResult,
  clock: () => number,
): Promise<Exclude<TakenAs, 'none'>> {
  const now = clock()
  const { enrollment_id, testmoment_id: testmomentId, user_id } = cell
  if (publishedOf(cell) !== null) return 'same'
  if (result === null && draftOf(cell) === null) return 'nothing'
  // An equal draft of another system becomes this one's: the answer 'same' would reveal what that one sent.
  const isNew = cell.connection_id !== connection.id || !isSameResult(result, draftOf(cell))
  const by = { actorId: null, connection }
  if (isNew) {
    await writeDrafts(trx, [{ cell, value: result }], { ...by, now })
    await noteIn(trx, 'results-edited', { cell, connection, now })
  }
  // A withdrawn result may undo what it caused, and one of an absent student needs a question: a teacher publishes
  // both, since a system cannot be asked.
  const isAbsent = cell.presence === 'absent'
  if (connection.publishes && isFinal && !isAbsent && result !== null && cell.published_at === null) {
    const assessed = await assessPublication(trx, { testmomentId, enrollmentIds: [enrollment_id] }, now)
    await publishAssessed(trx, assessed, { ...by, testmomentId, now }, clock)
    await announce(trx, resultChanges(testmomentId, [user_id]))
    return 'published'
  }
  if (!isNew) return 'same'
  await announce(trx, [{ event: 'resultsChanged', testmoment_id: testmomentId }])
  return result === null ? 'taken-back' : 'draft'
}

/** Receiving for the routes: wakes the letters when a result is published. */
export const receivingOf =
  ({ database, letters, clock }: Pick<ApiContext, 'database' | 'letters' | 'clock'>) =>
  async (patch: SentPatch): Promise<Received> => {
    const received = await receivePatch(database, patch, clock)
    if (received.refused === null && received.result === 'published') letters.wake()
    return received
  }
