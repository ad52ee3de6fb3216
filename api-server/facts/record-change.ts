import { announce } from '#database/changes/announce.ts'
import type { Change as LiveChange, SchoolEvent } from '#database/changes/change.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Transaction } from '#database/tables.ts'
import {
  type AuditAction,
  type AuditResource,
  type SchoolResource,
  schoolResources,
} from '#domain/audit/audit.schema.ts'
import { noteIds } from '#server/outcomes.ts'
import { listAuditSubjects } from './audit.queries.ts'

interface Details {
  /** names of the changed fields, never their values; by default those of `changes` */
  fields?: readonly string[] | undefined
  /**
   * values before and after by field, only of school data, never of a person. As stored, with names instead of ids; for a list
   * the removed and the added items.
   */
  changes?: Readonly<Record<string, readonly [before: unknown, after: unknown]>> | undefined
  /** name of a deleted school record, which can no longer be looked up */
  subject?: string | undefined
  /** other records concerned, with their names: the module and the moment */
  about?: string | undefined
  /** id of the import that did it, which has a line of its own */
  importId?: number | undefined
  /** name of the system of the school that did it, which has no account; `actorId` is null then */
  connection?: string | undefined
}

interface Change extends Details {
  /** null if a schedule did it, a system of the school, or an administrator of the server with a command */
  actorId: number | null
  action: AuditAction
  resource: AuditResource
  resourceId: number
}

/** Adds a line to the log in the act's transaction, and notifies open screens. School records keep their present name. */
export async function recordChange(
  trx: Transaction,
  { actorId, action, resource, resourceId, ...details }: Change,
  now: number,
): Promise<void> {
  noteIds(resource, [resourceId])
  const names = details.subject === undefined ? await subjectsNow(trx, resource, [resourceId]) : new Map()
  await trx
    .insertInto('audit')
    .values({
      at: new Date(now).toISOString(),
      // If the actor has been deleted meanwhile, the line has no actor.
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
  trx: Transaction,
  resource: AuditResource,
  ids: readonly number[],
): Promise<Map<number, string>> =>
  new Map(isOfSchool(resource) ? await listAuditSubjects[resource](trx, ids, 'any-time') : [])

const written = ({
  changes,
  fields = Object.keys(changes ?? {}).toSorted(),
  subject,
  about,
  importId,
  connection,
}: Details) => ({
  fields: JSON.stringify(fields),
  changes: changes && Object.keys(changes).length > 0 ? JSON.stringify(changes) : null,
  subject: subject ?? null,
  about: about ?? null,
  import_id: importId ?? null,
  connection: connection ?? null,
})

/** Acts that change no record; effects on enrollments and lines are announced by the code that causes them. */
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
  'source-rejected',
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
  'result-held',
  'result-sent',
  'result-refused',
  'result-resent',
  'result-settled',
])

const ofRooms: ReadonlySet<AuditAction> = new Set([
  'rooms-edited',
  'rooms-divided',
  'rooms-published',
  'chairs-moved',
  'chairs-moved-above-seats',
])

/** Null if no screen shows it. The desk announces enrollments; messages are announced together with their recipients. */
function seenBy({
  action,
  resource,
  resourceId,
}: Pick<Change, 'action' | 'resource' | 'resourceId'>): LiveChange | null {
  if (
    resource === 'message' ||
    resource === 'enrollment' ||
    resource === 'import' ||
    resource === 'source' ||
    resource === 'connection' ||
    resource === 'audit' ||
    announcedElsewhere.has(action)
  )
    return null
  // The moment itself is the same to students.
  if (ofRooms.has(action)) return { event: 'roomsChanged' }
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
  room: { created: 'roomsChanged', edited: 'roomsChanged', deleted: 'roomsChanged' },
} as const satisfies Record<
  Exclude<AuditResource, 'user' | 'enrollment' | 'message' | 'import' | 'connection' | 'source' | 'audit'>,
  Record<'created' | 'edited' | 'deleted', SchoolEvent>
>

interface ChangesOfMany {
  /** null for a system of the school */
  actorId: number | null
  connection?: string | undefined
  /** action on each record; `imported` by default */
  action?: 'imported' | 'edited' | 'modules-edited' | 'deleted' | 'import-undone' | 'copied' | 'archived' | 'unarchived'
  resource: 'user' | keyof typeof schoolEvents
  resourceIds: readonly number[]
  /** further details of some of them; `subject` for deleted ones */
  details?: ReadonlyMap<number, Omit<Details, 'importId'>>
  /** import that made the changes; the log shows its line instead of these */
  importId?: number | undefined
}

/**
 * Adds a line for each record that one act changed: an import or its undoing, a copied year, rooms archived together. Like
 * `recordChange`, but notifies open screens once, since thousands of events would say no more.
 */
export async function recordChanges(
  trx: Transaction,
  { resourceIds, details, importId, action = 'imported', ...done }: ChangesOfMany,
  now: number,
): Promise<void> {
  if (importId === undefined) noteIds(done.resource, resourceIds)
  await noteEach(trx, resourceIds, { ...done, action, importId, details }, now)
  const { resource } = done
  await announce(trx, [{ event: resource === 'user' ? 'userCreated' : schoolEvents[resource].created }])
}

interface UsersEdited {
  userIds: readonly number[]
  /** null for a system of the school */
  actorId: number | null
  connection?: string | undefined
  action?: 'edited' | 'deleted' | 'activation-resent' | 'department-switched'
  fields?: readonly string[]
}

/** Adds lines about the same edit of many users and notifies each of them, since their screens are out of date. */
export async function recordUsersEdited(
  trx: Transaction,
  { userIds, actorId, connection, action = 'edited', fields = [] }: UsersEdited,
  now: number,
): Promise<void> {
  noteIds('user', userIds)
  await noteEach(trx, userIds, { actorId, connection, action, resource: 'user', fields }, now)
  const event = userEvents[action === 'deleted' ? 'deleted' : 'edited']
  await announce(
    trx,
    userIds.map((user_id) => ({ event, user_id })),
  )
}

interface Each extends Omit<Change, 'resourceId'> {
  details?: ReadonlyMap<number, Details> | undefined
}

/** Building a statement of a thousand lines would block others too long. */
const LINES_PER_STATEMENT = 250

async function noteEach(
  trx: Transaction,
  resourceIds: readonly number[],
  { actorId, action, resource, details, ...all }: Each,
  now: number,
): Promise<void> {
  for (const ids of inChunks(resourceIds, LINES_PER_STATEMENT)) {
    const names = await subjectsNow(trx, resource, ids)
    await trx
      .insertInto('audit')
      .values(
        ids.map((resource_id) => ({
          at: new Date(now).toISOString(),
          actor_id: actorId,
          by_schedule: actorId === null,
          action,
          resource,
          resource_id,
          ...written({ subject: names.get(resource_id), ...all, ...details?.get(resource_id) }),
        })),
      )
      .execute()
  }
}
