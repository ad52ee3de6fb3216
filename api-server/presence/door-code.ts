import type { ApiContext } from '#api-server/context.ts'
import { doorCode } from '#api-server/facts/door-code.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { lockStudents } from '#api-server/platform/locks.ts'
import * as presenceCalls from '#contract/presence.calls.ts'
import { announceSoon } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import { hasCodes } from '#domain/presence/door-code.rules.ts'
import { passedAt } from '#domain/testmoments/testmoment.rules.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

export function doorCodeRoutes(app: Api, { database, keys, clock }: ApiContext): void {
  const notify = announceSoon(database)
  serve(app, presenceCalls, {
    renewDoorCode: async ({ caller: { sessionId }, params, body }) => {
      const of = { user_id: params.id, testmoment_id: body.testmoment_id }
      const generation = await renewCode(database, of, clock())
      notify([
        { event: 'enrollmentsChanged', testmoment_ids: [of.testmoment_id], user_id: of.user_id, session_id: sessionId },
      ])
      const code = doorCode(keys.doorCodes, { ...of, generation })
      return { entity: { testmoment_id: of.testmoment_id, code } }
    },
  })
}

/**
 * Makes a student's earlier codes at a moment invalid and returns the generation of the new one. Throws `not-found` unless they
 * are enrolled there and it has codes now.
 */
const renewCode = (
  database: Database,
  { user_id, testmoment_id }: { user_id: number; testmoment_id: number },
  now: number,
): Promise<number> =>
  database.transaction(async (trx) => {
    await lockStudents(trx, [user_id])
    const moment = await requireTestmoment(trx, { id: testmoment_id })
    const enrollment = await trx
      .selectFrom('enrollment')
      .select('id')
      .where('user_id', '=', user_id)
      .where('testmoment_id', '=', testmoment_id)
      .executeTakeFirst()
    if (!enrollment || !hasCodes(moment, passedAt(now))) throw new Problem('not-found')
    const renewed_at = new Date(now).toISOString()
    const { generation } = await trx
      .insertInto('door_code')
      .values({ user_id, testmoment_id, generation: 1, renewed_at })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'testmoment_id'])
          .doUpdateSet(({ ref, eb }) => ({ generation: eb(ref('door_code.generation'), '+', 1), renewed_at })),
      )
      .returning('generation')
      .executeTakeFirstOrThrow()
    return generation
  })
