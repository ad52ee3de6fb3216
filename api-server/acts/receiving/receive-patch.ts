import type { Transaction } from 'kysely'
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
import type { Tables } from '#database/tables.ts'
import { isSameResult, mayEnterResults, mayReceiveResult, type ReceivingRefusal } from '#domain/results/result.rules.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'

/**
 * Takes what a system of the school sends, all of it or nothing, and once however often it is sent; see receiving.rationale.md.
 * `clock` in ms since the epoch.
 */
const receivePatch = (
  database: Database,
  { connectionId, ...patch }: SentPatch,
  clock: () => number,
): Promise<Received> =>
  database.transaction(async (trx) => {
    const { enrollment, result, attendance } = patch
    // Publishing may do what a teacher's does, which takes this lock first.
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
    const refused = result === undefined ? null : refusalOf(cell, result)
    if (refused) return { refused }
    const received =
      result === undefined ? 'none' : await takeResult(trx, cell, { ...patch, result, connection }, clock)
    const ticked = attendance && (await addSystemTick(trx, { enrollment, status: attendance, connection }, now))
    if (ticked !== undefined && ticked !== 'same')
      await announce(trx, [{ event: 'presenceChanged', testmoment_id: enrollment.testmoment_id }])
    return { refused: null, result: received, attendance: ticked ?? 'none' }
  })

interface HeldConnection {
  id: number
  name: string
  publishes: boolean
}

/** Keeps a connection from being revoked until this transaction ends; undefined if it is revoked. After students and moments. */
async function holdConnection(trx: Transaction<Tables>, id: number): Promise<HeldConnection | undefined> {
  await trx.selectFrom('connection').select('id').where('id', '=', id).forShare().execute()
  return trx
    .selectFrom('connection')
    .select(['id', 'name', 'publishes'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

const refusalOf = (cell: CellRow, result: ResultValue | null): ReceivingRefusal | null =>
  mayReceiveResult(
    { draft: draftOf(cell), published: publishedOf(cell), isOfSystem: cell.connection_id !== null },
    result,
  )

interface TakenResult extends Pick<SentPatch, 'isFinal'> {
  result: ResultValue | null
  connection: HeldConnection
}

/** Writes a result that may be received, and publishes it where the connection does so by itself. */
async function takeResult(
  trx: Transaction<Tables>,
  cell: CellRow,
  { result, isFinal, connection }: TakenResult,
  clock: () => number,
): Promise<'same' | 'draft' | 'published'> {
  const now = clock()
  const { enrollment_id, testmoment_id: testmomentId, user_id } = cell
  if (isSameResult(result, publishedOf(cell)) && result !== null) return 'same'
  const isNew = !isSameResult(result, draftOf(cell))
  const by = { actorId: null, connection }
  if (isNew) {
    await writeDrafts(trx, [{ cell, value: result }], { ...by, now })
    const about = await aboutResults(trx, [cell])
    const change = { action: 'results-edited', resource: 'testmoment', resourceId: testmomentId, about } as const
    await recordChange(trx, { ...actorIn(by), ...change }, now)
  }
  // A teacher's own draft is theirs to publish, and so is what follows a result that was withdrawn.
  const isOwn = isNew || cell.connection_id !== null
  if (connection.publishes && isFinal && isOwn && result !== null && cell.published_at === null) {
    const assessed = await assessPublication(trx, { testmomentId, enrollmentIds: [enrollment_id] }, now)
    await publishAssessed(trx, assessed, { ...by, testmomentId, now }, clock)
    await announce(trx, resultChanges(testmomentId, [user_id]))
    return 'published'
  }
  if (!isNew) return 'same'
  await announce(trx, [{ event: 'resultsChanged', testmoment_id: testmomentId }])
  return 'draft'
}

/** Receiving for the routes: wakes the letters when a result is published. */
export const receivingOf =
  ({ database, letters, clock }: Pick<ApiContext, 'database' | 'letters' | 'clock'>) =>
  async (patch: SentPatch): Promise<Received> => {
    const received = await receivePatch(database, patch, clock)
    if (received.refused === null && received.result === 'published') letters.wake()
    return received
  }
