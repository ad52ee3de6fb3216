import { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { resultOf } from '#api-server/facts/result.queries.ts'
import { nextLink, pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import type { RefusedResultsReply } from '#contract/source.calls.ts'
import { listRefusedResults } from '#contract/source.gen.ts'
import { inChunks, rowsInChunks } from '#database/queries/batched-reads.ts'
import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { Kysely } from '#database/tables.ts'
import { placeSubject, resultsSubject, SOURCE } from '#domain/audit/audit.texts.ts'
import { pick } from '#domain/entities/pick.ts'
import { mayResend } from '#domain/source/sending.rules.ts'
import type { RefusedAct, RefusedResult } from '#domain/source/sending.schema.ts'
import { isKnownAddress } from '#domain/source/source.rules.ts'
import { type SendingOverview, sourceFaultSchema } from '#domain/source/source.schema.ts'
import type { SourceConfig } from '#server/source-config.ts'
import { addressDigest } from './source-state.queries.ts'

export async function describeSending(kysely: Kysely, { url }: Pick<SourceConfig, 'url'>): Promise<SendingOverview> {
  const { last_sent_at } = await kysely
    .selectFrom('result_sending')
    .select(({ fn }) => fn.max('sent_at').as('last_sent_at'))
    .executeTakeFirstOrThrow()
  const source = await kysely
    .selectFrom('source')
    .select(['sending_fault', 'followed_origin'])
    .where('id', '=', 1)
    .executeTakeFirst()
  return {
    waiting: await countSendings(kysely, 'waiting'),
    refused: await countSendings(kysely, 'refused'),
    last_sent_at: last_sent_at ?? null,
    awaits_first: !isKnownAddress(source, addressDigest(url)),
    fault: sourceFaultSchema
      .nullable()
      .catch(null)
      .parse(source?.sending_fault ?? null),
  }
}

const countSendings = async (kysely: Kysely, state: 'waiting' | 'refused'): Promise<number> =>
  (
    await kysely
      .selectFrom('result_sending')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
  ).count

const cursorSchema = z.tuple([z.int()])

export async function pageRefusedResults(
  kysely: Kysely,
  { paging, cursor }: { paging: number; cursor?: string | undefined },
): Promise<RefusedResultsReply> {
  const [before] = readCursor(cursor, cursorSchema) ?? []
  const refused = await countSendings(kysely, 'refused')
  const rows = await kysely
    .selectFrom('result_sending')
    .innerJoin('enrollment', 'enrollment.id', 'result_sending.enrollment_id')
    .innerJoin('user', 'user.id', 'enrollment.user_id')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .leftJoin('result', 'result.enrollment_id', 'enrollment.id')
    .select(['enrollment.id', 'enrollment.user_id', 'result_sending.reason', 'module.name as module'])
    .select(['user.username', 'user.first_name', 'user.last_name', 'user.student_number', ...whenAndWhereColumns])
    .select(['result.published_outcome', 'result.published_grade'])
    .where('result_sending.state', '=', 'refused')
    .$if(before !== undefined, (query) => query.where('enrollment.id', '<', before ?? 0))
    .orderBy('enrollment.id', 'desc')
    .limit(paging + 1)
    .execute()
  const { shown, last } = pageOf(rows, paging)
  return {
    entities: shown.map(lineOf),
    counts: { found: refused },
    _links: nextLink(listRefusedResults, last && writeCursor([last.id]), { params: { paging } }),
  }
}

type Row = Parameters<typeof placeSubject>[1] & {
  id: number
  user_id: number
  reason: RefusedResult['reason'] | null
  module: string
  published_outcome: 'passed' | 'failed' | null
  published_grade: number | null
} & Omit<RefusedResult['user'], 'id'>

function lineOf(row: Row): RefusedResult {
  const reason = row.reason ?? 'refused'
  return {
    id: row.id,
    user: { id: row.user_id, ...pick(row, ['username', 'first_name', 'last_name', 'student_number']) },
    place: placeSubject(row.module, row),
    result: resultOf(row.published_outcome, row.published_grade),
    reason,
    may_resend: mayResend(reason),
  }
}

/** Carries out an act on these results as far as they are still refused; leaves the others unchanged. */
export async function settleRefused(
  { database, source, clock }: Pick<ApiContext, 'database' | 'source' | 'clock'>,
  { act, enrollment_ids }: RefusedAct,
  actorId: number,
): Promise<void> {
  await database.transaction(async (trx) => {
    const now = clock()
    const at = new Date(now).toISOString()
    const done: number[] = []
    for (const ids of inChunks([...new Set(enrollment_ids)])) {
      const changed = await trx
        .updateTable('result_sending')
        .set(
          act === 'settle'
            ? { state: 'settled', reason: null }
            : { state: 'waiting', reason: null, attempts: 0, queued_at: at, available_at: at },
        )
        .where('enrollment_id', 'in', ids)
        .where('state', '=', 'refused')
        .$if(act === 'resend', (query) => query.where('reason', '<>', 'withdrawn'))
        .returning('enrollment_id')
        .execute()
      done.push(...changed.map(({ enrollment_id }) => enrollment_id))
    }
    if (done.length === 0) return
    const taken = trx.selectFrom('enrollment').innerJoin('module', 'module.id', 'enrollment.module_id')
    const rows = await rowsInChunks(done, (ids) =>
      taken.select('module.name').distinct().where('enrollment.id', 'in', ids).execute(),
    )
    await recordChange(
      trx,
      {
        ...{ actorId, resource: 'source', resourceId: 1, subject: SOURCE },
        action: act === 'settle' ? 'result-settled' : 'result-resent',
        about: resultsSubject(done.length, [...new Set(rows.map(({ name }) => name))]),
      },
      now,
    )
  })
  source?.wakeSender?.()
}
