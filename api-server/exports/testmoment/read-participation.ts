import { recordChange } from '#api-server/audit/record-change.ts'
import { shareTestmoments } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { AuditAction } from '#domain/audit/audit.schema.ts'
import { Problem } from '#server/problem.ts'
import { listParticipants } from './list-participants.ts'
import type { Participation } from './participant.ts'

export interface Reading {
  testmomentId: number
  actorId: number
  action: Extract<AuditAction, 'exported' | 'checklist-made'>
}

/** The moment with all its enrollments, for an administrator who takes them along, which is recorded. Throws `not-found`. */
export const readParticipation = (
  database: Database,
  { testmomentId, actorId, action }: Reading,
  now: number,
): Promise<Participation> =>
  database.transaction(async (trx) => {
    await shareTestmoments(trx, [testmomentId])
    const moment = await trx
      .selectFrom('testmoment')
      .select(['date', 'duration'])
      .where('id', '=', testmomentId)
      .executeTakeFirst()
    if (!moment) throw new Problem('not-found')
    const participants = await listParticipants(trx, testmomentId)
    await recordChange(trx, { actorId, action, resource: 'testmoment', resourceId: testmomentId }, now)
    return { ...moment, participants, madeAt: now }
  })
