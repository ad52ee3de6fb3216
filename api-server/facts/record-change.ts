import type { Transaction } from 'kysely'
import { announce } from '#database/changes/announce.ts'
import type { Change as LiveChange, SchoolEvent } from '#database/changes/change.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import {
  type AuditAction,
  type AuditResource,
  type SchoolResource,
  schoolResources,
} from '#domain/audit/audit.schema.ts'
import { noteIds } from '#server/outcomes.ts'
import { listAuditSubjects } from './audit.queries.ts'

/** Details of a line, beyond who did what to which record. */
interface Details {
  /** the names of the fields that changed, never their values; those of `changes` where they are left out */
  fields?: readonly string[] | undefined
  /**
   * Values before and after by field, of school data alone: never of a person. They are kept as the record holds them,
   * with names instead of ids; for a list, the removed and the added items.
   */
  changes?: Readonly<Record<string, readonly [before: unknown, after: unknown]>> | undefined
  /** name of a school record that can't be looked up any more: it is deleted */
  subject?: string | undefined
  /** other record that it was about, under school names: the module and the moment */
  about?: string | undefined
  /** it is one of what this import did, which has a line of its own */
  importId?: number | undefined
}

interface Change extends Details {
  /** null when no person in the app did it, but a schedule, or an administrator of the server by a command */
  actorId: number | null
  action: AuditAction
  resource: AuditResource
  resourceId: number
}

/**
 * Notes what an administrator did, in the transaction that does it, and notifies the open screens. Records of the
 * school are kept by the name that they have now. `now` in ms since the epoch.
 */
export async function recordChange(
  trx: Transaction<Tables>,
  { actorId, action, resource, resourceId, ...details }: Change,
  now: number,
): Promise<void> {
  noteIds(resource, [resourceId])
  const names = details.subject === undefined ? await subjectsNow(trx, resource, [resourceId]) : new Map()
  await trx
    .insertInto('audit')
    .values({
      at: new Date(now).toISOString(),
      // A user who was deleted meanwhile did it all the same, and is no longer named.
      actor_id: (some) => some.selectFrom('user').select('id').where('id', '=', actorId).forKeyShare(),
      by_schedule: actorId === null,
      action,
      resource,
      resource_id: resourceId,
      ...written({ ...details, subject: details.subject ?? names.get(resourceId) }),
    })
    .execute()
  const seen = seenBy({ action, resource, resourceId })
  if (seen) await announce(trx, [seen])
}

const isOfSchool = (resource: AuditResource): resource is SchoolResource =>
  (schoolResources as readonly AuditResource[]).includes(resource)

/** Finds the names of school records; people and their records are looked up when the log is read. */
const subjectsNow = async (
  trx: Transaction<Tables>,
  resource: AuditResource,
  ids: readonly number[],
): Promise<Map<number, string>> =>
  new Map(isOfSchool(resource) ? await listAuditSubjects[resource](trx, ids, 'any-time') : [])

const written = ({ changes, fields = Object.keys(changes ?? {}).toSorted(), subject, about, importId }: Details) => ({
  fields: JSON.stringify(fields),
  changes: changes && Object.keys(changes).length > 0 ? JSON.stringify(changes) : null,
  subject: subject ?? null,
  about: about ?? null,
  import_id: importId ?? null,
})

/** They change no record; what they did to enrollments and lines is announced by the code that does it. */
const announcedElsewhere: ReadonlySet<AuditAction> = new Set([
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
  'password-set',
  'activated',
  'logged-in',
  'logged-out',
  'login-ended',
  'walked-in',
  'invigilators-linked',
  'invigilators-ended',
  'invigilator-removed',
  'results-edited',
  'results-imported',
  'results-published',
  'results-exported',
])

/**
 * Readers of a change. Changes that no record shows are on no screen; enrollments are announced by the desk that makes
 * and ends them, messages together with their recipients.
 */
function seenBy({
  action,
  resource,
  resourceId,
}: Pick<Change, 'action' | 'resource' | 'resourceId'>): LiveChange | null {
  if (
    resource === 'message' ||
    resource === 'enrollment' ||
    resource === 'import' ||
    resource === 'audit' ||
    announcedElsewhere.has(action)
  )
    return null
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
  Exclude<AuditResource, 'user' | 'enrollment' | 'message' | 'import' | 'audit'>,
  Record<'created' | 'edited' | 'deleted', SchoolEvent>
>

interface Imported {
  actorId: number
  /** action on each record; `imported` by default */
  action?: 'imported' | 'edited' | 'modules-edited' | 'deleted' | 'import-undone' | 'copied'
  resource: 'user' | 'testmoment' | 'module' | 'education_department'
  resourceIds: readonly number[]
  /** further details of some of them; `subject` for deleted ones */
  details?: ReadonlyMap<number, Omit<Details, 'importId'>>
  /** import that made the changes, which has a line of its own: the log shows that one */
  importId?: number | undefined
}

/**
 * Notes each record that an import or a copied year made, or an import changed or, turned back, deleted, as
 * `recordChange` does of one, and has open screens notified once: thousands of messages would say no more. `now` in ms
 * since the epoch.
 */
export async function recordImported(
  trx: Transaction<Tables>,
  { resourceIds, details, importId, action = 'imported', ...done }: Imported,
  now: number,
): Promise<void> {
  if (importId === undefined) noteIds(done.resource, resourceIds)
  await noteEach(trx, resourceIds, { ...done, action, importId, details }, now)
  await announce(trx, [{ event: importedEvents[done.resource] }])
}

const importedEvents = {
  user: 'userCreated',
  testmoment: 'testmomentCreated',
  module: 'moduleCreated',
  education_department: 'educationDepartmentCreated',
} as const

interface UsersEdited {
  userIds: readonly number[]
  actorId: number
  action?: 'edited' | 'deleted' | 'activation-resent' | 'department-switched'
  fields?: readonly string[]
}

/** Notes the same edit of many users, and notifies each of them: what their screens show is not as it was. */
export async function recordUsersEdited(
  trx: Transaction<Tables>,
  { userIds, actorId, action = 'edited', fields = [] }: UsersEdited,
  now: number,
): Promise<void> {
  noteIds('user', userIds)
  await noteEach(trx, userIds, { actorId, action, resource: 'user', fields }, now)
  const event = userEvents[action === 'deleted' ? 'deleted' : 'edited']
  await announce(
    trx,
    userIds.map((user_id) => ({ event, user_id })),
  )
}

interface Each extends Omit<Change, 'resourceId'> {
  details?: ReadonlyMap<number, Details> | undefined
}

/** At a time: making the statement of a thousand rows takes longer than others should wait. */
const NOTED = 250

async function noteEach(
  trx: Transaction<Tables>,
  resourceIds: readonly number[],
  { actorId, action, resource, details, ...all }: Each,
  now: number,
): Promise<void> {
  for (const ids of inChunks(resourceIds, NOTED)) {
    const names = await subjectsNow(trx, resource, ids)
    await trx
      .insertInto('audit')
      .values(
        ids.map((resource_id) => ({
          at: new Date(now).toISOString(),
          actor_id: actorId,
          by_schedule: false,
          action,
          resource,
          resource_id,
          ...written({ subject: names.get(resource_id), ...all, ...details?.get(resource_id) }),
        })),
      )
      .execute()
  }
}
