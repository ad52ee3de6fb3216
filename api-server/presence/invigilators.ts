import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { recordChange } from '#api-server/facts/record-change.ts'
import { findRoom } from '#api-server/facts/room.queries.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { lockTestmoment } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import {
  CODE_DIGITS,
  type InvigilationRefusal,
  invigilatorLimits,
  presencePhase,
} from '#domain/presence/presence.rules.ts'
import type { Admission } from '#domain/presence/presence.schema.ts'
import { roomLabel } from '#domain/rooms/chair.texts.ts'
import type { KeyRing } from '#server/keys.ts'
import { Problem } from '#server/problem.ts'

/** Secret in the fragment of a link, and code that a teacher reads out; only the nonce of both is stored. */
export interface LinkWords {
  secret: string
  code: string
}

export const wordsOf = ([newest]: KeyRing, nonce: string): LinkWords => wordsBy(newest, nonce)

const wordsBy = (key: Buffer, nonce: string): LinkWords => ({
  secret: proofOf(key, 'invigilator-secret', nonce).toString('base64url'),
  code: String(proofOf(key, 'invigilator-code', nonce).readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0'),
})

const proofOf = (key: Buffer, purpose: 'invigilator-secret' | 'invigilator-code', nonce: string): Buffer =>
  createHmac('sha256', key).update(`${purpose} ${nonce}`).digest()

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Hash of a device's token; the token itself is not stored. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url')

interface ByTeacher {
  database: Database
  actorId: number
  now: number
}

/**
 * Makes a link for a moment, or for one of its rooms, ends the previous one for the same, and returns its id. Throws
 * `not-found`, `testmoment-past`, and `room-unknown` if the moment does not have the room.
 */
export const makeLink = (
  { database, actorId, now }: ByTeacher,
  testmomentId: number,
  roomId: number | null = null,
): Promise<number> =>
  database.transaction(async (trx) => {
    // If two make a link at once, the second ends that of the first.
    await lockTestmoment(trx, testmomentId)
    const moment = await requireTestmoment(trx, { id: testmomentId })
    const phase = presencePhase(moment, now)
    if (phase === 'sending' || phase === 'over') throw new Problem('testmoment-past')
    const room = roomId === null ? null : await requireRoom(trx, { testmomentId, roomId })
    const at = new Date(now).toISOString()
    await trx
      .updateTable('invigilator_link')
      .set({ ended_at: at })
      .where('testmoment_id', '=', testmomentId)
      .where('room_id', 'is not distinct from', roomId)
      .where('ended_at', 'is', null)
      .execute()
    const { id } = await trx
      .insertInto('invigilator_link')
      .values({
        testmoment_id: testmomentId,
        room_id: roomId,
        nonce: randomBytes(16).toString('base64url'),
        maker_id: (some) => some.selectFrom('user').select('id').where('id', '=', actorId).forKeyShare(),
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(trx, { actorId, action: 'invigilators-linked', testmomentId, room }, now)
    return id
  })

/** Finds a room of a moment, which keeps it while it is locked. Throws `room-unknown`. */
async function requireRoom(
  trx: Transaction,
  { testmomentId, roomId }: { testmomentId: number; roomId: number },
): Promise<string> {
  const room = await trx
    .selectFrom('testmoment_room')
    .innerJoin('room', 'room.id', 'testmoment_room.room_id')
    .select('room.name')
    .where('testmoment_id', '=', testmomentId)
    .where('room_id', '=', roomId)
    .executeTakeFirst()
  if (!room) throw new Problem('room-unknown')
  return room.name
}

/** Ends a link, unless it has ended already, and returns the id of its moment. Throws `not-found`. */
export const endLink = ({ database, actorId, now }: ByTeacher, id: number): Promise<number> =>
  database.transaction(async (trx) => {
    const link = await lockLink(trx, id)
    if (!link) throw new Problem('not-found')
    if (link.ended_at === null) {
      await endNow(trx, id, now)
      const room = await nameOfRoom(trx, link.room_id)
      await record(trx, { actorId, action: 'invigilators-ended', testmomentId: link.testmoment_id, room }, now)
    }
    return link.testmoment_id
  })

/** Revokes a device, which is refused from then on, and returns the id of its moment. Throws `not-found`. */
export const revokeDevice = ({ database, actorId, now }: ByTeacher, id: number): Promise<number> =>
  database.transaction(async (trx) => {
    await trx.selectFrom('invigilator_device').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const device = await trx
      .selectFrom('invigilator_device')
      .innerJoin('invigilator_link', 'invigilator_link.id', 'invigilator_device.link_id')
      .select(['invigilator_link.testmoment_id', 'invigilator_link.room_id', 'invigilator_device.revoked_at'])
      .where('invigilator_device.id', '=', id)
      .where('invigilator_device.admitted_at', 'is not', null)
      .executeTakeFirst()
    if (!device) throw new Problem('not-found')
    if (device.revoked_at === null) {
      const revoked_at = new Date(now).toISOString()
      await trx.updateTable('invigilator_device').set({ revoked_at }).where('id', '=', id).execute()
      const { testmoment_id: testmomentId, room_id } = device
      const room = await nameOfRoom(trx, room_id)
      await record(trx, { actorId, action: 'invigilator-removed', testmomentId, room }, now)
    }
    return device.testmoment_id
  })

interface Recorded {
  actorId: number
  action: 'invigilators-linked' | 'invigilators-ended' | 'invigilator-removed'
  testmomentId: number
  /** name of the room that the link is for; null for all rooms */
  room: string | null
}

const record = (trx: Transaction, { actorId, action, testmomentId, room }: Recorded, now: number) =>
  recordChange(
    trx,
    {
      actorId,
      action,
      resource: 'testmoment',
      resourceId: testmomentId,
      ...(room !== null && { about: roomLabel(room) }),
    },
    now,
  )

async function nameOfRoom(trx: Transaction, id: number | null): Promise<string | null> {
  return id === null ? null : ((await findRoom(trx, id))?.name ?? null)
}

/** Makes other decisions about this link wait; a statement of its own, as in `lockStudents`. */
async function lockLink(trx: Transaction, id: number) {
  await trx.selectFrom('invigilator_link').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return trx.selectFrom('invigilator_link').selectAll().where('id', '=', id).executeTakeFirst()
}

const endNow = (trx: Transaction, id: number, now: number) =>
  trx
    .updateTable('invigilator_link')
    .set({ ended_at: new Date(now).toISOString() })
    .where('id', '=', id)
    .execute()

/** `changed`: teachers now see something else about the link. */
export interface AdmissionOutcome {
  testmomentId: number
  refusal: InvigilationRefusal | null
  changed: boolean
}

/**
 * Admits a device that knows the secret and the code. A wrong secret gets the same answer as a link that never existed, and
 * takes no lock. Wrong codes are counted under the link's lock, so that many simultaneous tries can't exceed the limit.
 * Repeated with the same token, as after a lost answer, it changes nothing. Throws `link-ended`.
 */
export async function admit(
  { database, links, clock }: { database: Database; links: KeyRing; clock: () => number },
  { link_id, secret, code, token, name, device }: Admission & { device: string },
): Promise<AdmissionOutcome> {
  const known = await database.kysely
    .selectFrom('invigilator_link')
    .select('nonce')
    .where('id', '=', link_id)
    .executeTakeFirst()
  const nonce = known?.nonce ?? ''
  const right = links.map((key) => wordsBy(key, nonce)).filter((words) => isSame(words.secret, secret))[0]
  if (!known || !right) throw new Problem('link-ended')

  return database.transaction(async (trx): Promise<AdmissionOutcome> => {
    const link = await lockLink(trx, link_id)
    if (!link) throw new Problem('link-ended')
    const moment = await requireTestmoment(trx, { id: link.testmoment_id })
    const now = clock()
    const answer = (refusal: InvigilationRefusal | null, changed = false) => ({
      testmomentId: moment.id,
      refusal,
      changed,
    })
    const { rooms_published_at } = await trx
      .selectFrom('testmoment')
      .select('rooms_published_at')
      .where('id', '=', moment.id)
      .executeTakeFirstOrThrow()
    const ended = stateOfLink({ ...moment, ...pick(link, ['ended_at', 'room_id']), rooms_published_at }, now)
    if (ended) return answer(ended)

    const token_hash = tokenHash(token)
    const found = await findAsking(trx, token_hash)
    if (found && (found.link_id !== link.id || found.revoked_at !== null)) return answer('device-refused')
    if (found && found.wrong_codes >= invigilatorLimits.wrongCodes) return answer('device-refused')

    const at = new Date(now).toISOString()
    const asking = found ?? { id: undefined, wrong_codes: 0, admitted_at: null }
    const row = { link_id: link.id, token_hash, name, device, created_at: at }
    if (!isSame(right.code, code)) {
      const wrong = asking.wrong_codes + 1
      await writeDevice(trx, asking.id, row, { wrong_codes: wrong })
      const inAll = link.wrong_codes + 1
      await trx.updateTable('invigilator_link').set({ wrong_codes: inAll }).where('id', '=', link.id).execute()
      if (inAll >= invigilatorLimits.wrongCodesInAll) {
        await endNow(trx, link.id, now)
        return answer('link-ended', true)
      }
      return answer(wrong >= invigilatorLimits.wrongCodes ? 'device-refused' : 'code-wrong')
    }
    if (asking.admitted_at !== null) return answer(null)
    if ((await countAdmitted(trx, link.id)) >= invigilatorLimits.devices) return answer('devices-full')
    await writeDevice(trx, asking.id, row, { name, device, admitted_at: at, last_seen_at: at })
    return answer(null, true)
  })
}

interface LinkState {
  date: string
  duration: Duration
  ended_at: string | null
  room_id: number | null
  rooms_published_at: string | null
}

/** Reason why a link admits nobody at `now`; null while it does. */
export function stateOfLink(
  link: LinkState,
  now: number,
): 'link-ended' | 'link-not-yet' | 'rooms-not-published' | null {
  const phase = presencePhase(link, now)
  if (link.ended_at !== null || phase === 'over') return 'link-ended'
  if (phase === 'coming') return 'link-not-yet'
  return isForHiddenRoom(link) ? 'rooms-not-published' : null
}

/** Whether a link is for a room of which nobody but teachers knows yet who sits there. */
export const isForHiddenRoom = ({ room_id, rooms_published_at }: Pick<LinkState, 'room_id' | 'rooms_published_at'>) =>
  room_id !== null && rooms_published_at === null

const findAsking = (trx: Transaction, token_hash: string) =>
  trx
    .selectFrom('invigilator_device')
    .select(['id', 'link_id', 'wrong_codes', 'admitted_at', 'revoked_at'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()

interface DeviceRow {
  link_id: number
  token_hash: string
  name: string
  device: string
  created_at: string
}
type DeviceState = Partial<Record<'name' | 'device' | 'admitted_at' | 'last_seen_at', string>> & {
  wrong_codes?: number
}

const writeDevice = async (trx: Transaction, id: number | undefined, row: DeviceRow, state: DeviceState) =>
  id === undefined
    ? trx
        .insertInto('invigilator_device')
        .values({ ...row, ...state })
        .execute()
    : trx.updateTable('invigilator_device').set(state).where('id', '=', id).execute()

/** Counts admitted devices of a link; revoked devices make room. */
async function countAdmitted(kysely: Kysely, linkId: number): Promise<number> {
  const { count } = await kysely
    .selectFrom('invigilator_device')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('link_id', '=', linkId)
    .where('admitted_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
