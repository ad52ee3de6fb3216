import { z } from 'zod'
import type { ApiContext, Deps } from '#api-server/context.ts'
import { recordChanges } from '#api-server/facts/record-change.ts'
import { countRoomUse, listRooms } from '#api-server/facts/room.queries.ts'
import { IMPORT_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { onceMoreIfTaken } from '#api-server/platform/locks.ts'
import { inTurns } from '#api-server/platform/turns.ts'
import type { ConfirmedImport, Imported, ListText, RoomImportPreview } from '#contract/import.calls.ts'
import * as importCalls from '#contract/import.calls.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { changesOf } from '#domain/entities/differences.ts'
import { schoolNameKey } from '#domain/entities/school-name.rules.ts'
import { countVerdicts, isAdded } from '#domain/import/import.rules.ts'
import { changesBetween, differing, type JudgedRoom, judgingRooms, readingRooms } from '#domain/import/rooms.rules.ts'
import { type RoomValues, roomValueNames } from '#domain/rooms/room.fields.ts'
import { someRoomValuesSchema } from '#domain/rooms/room.schema.ts'
import { type Api, serve } from '#server/operation.ts'
import { type AssessedImport, confirming, requireConfirmedImport, requireReadable } from './confirmed-import.ts'
import {
  type DoneLine,
  importedBy,
  type KeptLine,
  keepImport,
  type Undoing,
  type UndoneBy,
  valuesKept,
} from './kept-import.ts'

const ROWS_PER_STATEMENT = 100

type ShownRoom = RoomImportPreview['lines'][number]

/** Throws an `ImportFault`. */
async function assessRoomImport(
  kysely: Kysely,
  { text, update = false, ...choices }: ListText,
): Promise<AssessedImport<JudgedRoom, ShownRoom>> {
  const { rows, columns, unused: unused_columns } = requireReadable(await inTurns(readingRooms(text, choices)))
  const lines = await inTurns(judgingRooms(rows, await listRooms(kysely), { update }))
  const shown = lines.map(({ room_id: _, wrote: __, replaced: ___, ...line }) => line)
  const confirmations = await inTurns(confirming(lines))
  return { lines, preview: { lines: shown, counts: countVerdicts(lines), columns, unused_columns, ...confirmations } }
}

/** Adds and updates the rooms of a confirmed list: all of it or nothing. Throws `plan-changed` or an `ImportFault`. */
function importRooms(
  { database, clock }: Deps,
  { confirmation, ...list }: ConfirmedImport,
  actorId: number,
): Promise<Imported> {
  // Another transaction may give a room the same name: then the plan has changed.
  return onceMoreIfTaken(database, () =>
    database.transaction(async (trx) => {
      await lockRooms(trx)
      const lines = requireConfirmedImport(await assessRoomImport(trx, list), confirmation)
      const [added, changed] = [lines.filter(isAdded), lines.filter((line) => !isAdded(line))]
      const now = clock()
      const done = [...(await addRooms(trx, added, now)), ...(await updateRooms(trx, changed))]
      const importId = await keepImport(trx, { kind: 'rooms', actorId, lines: done, columns: list.columns }, now)
      const by = { actorId, importId, resource: 'room' } as const
      const idsOf = (outcome: DoneLine['outcome']) =>
        done.flatMap((line) => (line.outcome === outcome ? keptSchema.parse(line.after).id : []))
      await recordChanges(trx, { ...by, resourceIds: idsOf('added') }, now)
      const details = new Map(
        changed.map((line) => [line.room_id ?? 0, { changes: logged(line.replaced, line.wrote) }]),
      )
      await recordChanges(trx, { ...by, action: 'edited', resourceIds: idsOf('changed'), details }, now)
      return { added: added.length, changed: changed.length, import_id: importId }
    }),
  )
}

/** Makes edits of rooms wait for this transaction. Locks in the order of ids, in a statement of its own as in `lockRow`. */
async function lockRooms(trx: Transaction): Promise<void> {
  await trx.selectFrom('room').select('id').orderBy('id').forNoKeyUpdate().execute()
}

export function roomImportRoutes(app: Api, { database, clock }: ApiContext): void {
  serve(app, importCalls, {
    previewRoomImport: {
      bodyLimit: IMPORT_LIMIT_BYTES,
      handler: async ({ body }) => (await assessRoomImport(database.kysely, body)).preview,
    },

    importRooms: {
      rebuild: (_, ids) => importedBy(database.kysely, ids),
      bodyLimit: IMPORT_LIMIT_BYTES,
      handler: ({ caller, body }) => importRooms({ database, clock }, body, caller.id),
    },
  })
}

async function addRooms(trx: Transaction, lines: readonly JudgedRoom[], now: number): Promise<DoneLine[]> {
  const created_at = new Date(now).toISOString()
  const done: DoneLine[] = []
  for (const some of inChunks(lines, ROWS_PER_STATEMENT)) {
    const values = some.map(({ name, wrote }) => ({
      name,
      name_key: schoolNameKey(name),
      created_at,
      ...(wrote as RoomValues),
    }))
    const rows = await trx.insertInto('room').values(values).returning(['id', 'name', 'version']).execute()
    const made = new Map(rows.map(({ name, ...room }) => [name, room]))
    for (const { line, name } of some)
      done.push({ line, outcome: 'added', label: name, before: null, after: { ...made.get(name) } })
  }
  return done
}

async function updateRooms(trx: Transaction, lines: readonly JudgedRoom[]): Promise<DoneLine[]> {
  const done: DoneLine[] = []
  for (const { line, name, room_id, wrote, replaced } of lines) {
    const { id, version } = await trx
      .updateTable('room')
      .set(({ eb, ref }) => ({ ...wrote, version: eb(ref('version'), '+', 1) }))
      .where('id', '=', room_id)
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
    done.push({ line, outcome: 'changed', label: name, before: replaced, after: { ...wrote, id, version } })
  }
  return done
}

const logged = (before: Partial<RoomValues>, after: Partial<RoomValues>) =>
  changesOf(
    roomValueNames.filter((name) => after[name] !== undefined),
    before,
    after,
  )

const keptSchema = someRoomValuesSchema.extend({ id: z.int().default(0), version: z.int().optional() })

const writtenValues = (line: KeptLine) => keptSchema.parse(valuesKept(line.after))
const replacedValues = (line: KeptLine) => someRoomValuesSchema.parse(valuesKept(line.before))

/** Deletes new rooms that nobody edited and no moment has; restores the replaced values of the others. */
export const roomsUndoing: Undoing = {
  lock: async (trx, lines) => {
    // Locks as the deletion of one room does: waits for a transaction that gives one of these rooms to a moment, and then sees it.
    const ids = lines.map((line) => writtenValues(line).id).toSorted((one, other) => one - other)
    for (const some of inChunks(ids))
      await trx.selectFrom('room').select('id').where('id', 'in', some).orderBy('id').forUpdate().execute()
  },
  assess: async (kysely, _, now) => {
    const use = await countRoomUse(kysely, now)
    const rooms = new Map((await listRooms(kysely)).map((room) => [room.id, room]))
    return (line) => {
      const wrote = writtenValues(line)
      const room = rooms.get(wrote.id)
      if (!room) return undefined
      const isMade = line.outcome === 'added'
      const isEdited = isMade ? room.version !== wrote.version : Object.keys(differing(wrote, room)).length > 0
      const changes = isMade ? [] : changesBetween(replacedValues(line), wrote)
      const hindrance = isMade && use.has(room.id) ? 'in-use' : isEdited ? 'edited' : null
      return { label: room.name, changes, hindrance }
    }
  },
  undo: undoRooms,
}

async function undoRooms(trx: Transaction, lines: readonly KeptLine[], by: UndoneBy, now: number): Promise<void> {
  const details = new Map<number, { changes: Record<string, readonly [unknown, unknown]> }>()
  for (const line of lines.filter(({ outcome }) => outcome === 'changed')) {
    const [{ id, version: _, ...wrote }, replaced] = [writtenValues(line), replacedValues(line)]
    await trx
      .updateTable('room')
      .set(({ eb, ref }) => ({ ...replaced, version: eb(ref('version'), '+', 1) }))
      .where('id', '=', id)
      .execute()
    details.set(id, { changes: logged(wrote, replaced) })
  }
  const made = lines.flatMap((line) => (line.outcome === 'added' ? writtenValues(line).id : []))
  const ofRooms = { ...by, resource: 'room' } as const
  await recordChanges(trx, { ...ofRooms, action: 'edited', resourceIds: [...details.keys()], details }, now)
  await recordChanges(trx, { ...ofRooms, action: 'deleted', resourceIds: made }, now)
  for (const some of inChunks(made)) await trx.deleteFrom('room').where('id', 'in', some).execute()
}
