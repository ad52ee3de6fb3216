import type { Transaction } from 'kysely'
import { announce } from '#database/changes/announce.ts'
import type { Change as LiveChange, SchoolEvent } from '#database/changes/change.ts'
import type { Tables } from '#database/tables.ts'
import type { AuditAction, AuditResource } from '#domain/audit/audit.schema.ts'

interface Change {
  /** null when no person in the app did it, but a schedule, or whoever runs the server by a command */
  actorId: number | null
  action: AuditAction
  resource: AuditResource
  resourceId: number
  /** the names of the fields that changed, never their values */
  fields?: readonly string[]
}

/**
 * Notes what an administrator did, in the transaction that does it, and has the open screens told of it. `now` in ms
 * since the epoch.
 */
export async function recordChange(
  trx: Transaction<Tables>,
  { actorId, action, resource, resourceId, fields = [] }: Change,
  now: number,
): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      at: new Date(now).toISOString(),
      // Who was deleted while this was under way did it all the same, and is no longer told by name.
      actor_id: (some) => some.selectFrom('user').select('id').where('id', '=', actorId).forKeyShare(),
      by_schedule: actorId === null,
      action,
      resource,
      resource_id: resourceId,
      fields: JSON.stringify(fields),
    })
    .execute()
  const seen = seenBy({ action, resource, resourceId })
  if (seen) await announce(trx, [seen])
}

/** They change no record; what they did to enrollments and lines is told by who does it. */
const toldElsewhere: ReadonlySet<AuditAction> = new Set([
  'exported',
  'checklist-made',
  'extra-time-listed',
  'enrolled',
  'enrolled-above-seats',
  'unenrolled',
  'promoted',
  'promoted-above-seats',
  'put-on-waiting',
  'removed-from-waiting',
  'presence-noted',
  'walked-in',
  'invigilators-linked',
  'invigilators-ended',
  'invigilator-removed',
  'results-edited',
  'results-imported',
  'results-published',
  'results-exported',
])

/** What changes no record shows on no screen; enrollments are told by the desk that makes and ends them, messages with whom they went to. */
function seenBy({
  action,
  resource,
  resourceId,
}: Pick<Change, 'action' | 'resource' | 'resourceId'>): LiveChange | null {
  if (resource === 'message' || resource === 'enrollment' || toldElsewhere.has(action)) return null
  const happened =
    action === 'created' || action === 'imported' ? 'created' : action === 'deleted' ? 'deleted' : 'edited'
  if (resource === 'user')
    return happened === 'created' ? { event: 'userCreated' } : { event: userEvents[happened], user_id: resourceId }
  return { event: schoolEvents[resource][happened], id: resourceId }
}

const userEvents = { edited: 'userEdited', deleted: 'userDeleted' } as const

const schoolEvents = {
  testmoment: { created: 'testmomentCreated', edited: 'testmomentEdited', deleted: 'testmomentDeleted' },
  schoolyear: { created: 'schoolyearCreated', edited: 'schoolyearEdited', deleted: 'schoolyearEdited' },
  module: { created: 'moduleCreated', edited: 'moduleEdited', deleted: 'moduleEdited' },
  education_department: {
    created: 'educationDepartmentCreated',
    edited: 'educationDepartmentEdited',
    deleted: 'educationDepartmentEdited',
  },
} satisfies Record<
  Exclude<AuditResource, 'user' | 'enrollment' | 'message'>,
  Record<'created' | 'edited' | 'deleted', SchoolEvent>
>

interface Imported {
  actorId: number
  resource: 'user' | 'testmoment'
  resourceIds: readonly number[]
}

/**
 * Notes each record that an import made, as `recordChange` does of one, and has open screens told once: thousands of
 * messages would say no more. `now` in ms since the epoch.
 */
export async function recordImported(
  trx: Transaction<Tables>,
  { actorId, resource, resourceIds }: Imported,
  now: number,
): Promise<void> {
  await noteEach(trx, resourceIds, { actorId, action: 'imported', resource }, now)
  await announce(trx, [{ event: resource === 'user' ? 'userCreated' : 'testmomentCreated' }])
}

/** Notes the same edit of many users, and tells each of them: what their screens show is not as it was. */
export async function recordUsersEdited(
  trx: Transaction<Tables>,
  { userIds, actorId, fields }: { userIds: readonly number[]; actorId: number; fields: readonly string[] },
  now: number,
): Promise<void> {
  await noteEach(trx, userIds, { actorId, action: 'edited', resource: 'user', fields }, now)
  await announce(
    trx,
    userIds.map((user_id) => ({ event: 'userEdited', user_id })),
  )
}

const noteEach = (
  trx: Transaction<Tables>,
  resourceIds: readonly number[],
  { actorId, action, resource, fields = [] }: Omit<Change, 'resourceId'>,
  now: number,
) =>
  trx
    .insertInto('audit')
    .values(
      resourceIds.map((resource_id) => ({
        at: new Date(now).toISOString(),
        actor_id: actorId,
        by_schedule: false,
        action,
        resource,
        resource_id,
        fields: JSON.stringify(fields),
      })),
    )
    .execute()
