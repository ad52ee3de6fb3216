import { linkById } from '#contract/endpoint.ts'
import { endInvigilatorLink, readInvigilatorLink, revokeInvigilatorDevice } from '#contract/presence.gen.ts'
import type { Kysely } from '#database/tables.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { isCodeGuessed } from '#domain/presence/presence.rules.ts'
import type { InvigilatorDevice, InvigilatorLink } from '#domain/presence/presence.schema.ts'

const end = linkById(endInvigilatorLink)
const words = linkById(readInvigilatorLink)
const revoke = linkById(revokeInvigilatorDevice)

/** Lists a moment's links with their devices, the latest first, always in three queries. */
export async function listLinks(kysely: Kysely, testmomentId: number): Promise<InvigilatorLink[]> {
  const links = await kysely
    .selectFrom('invigilator_link')
    .leftJoin('room', 'room.id', 'invigilator_link.room_id')
    .leftJoin('testmoment_room', (join) =>
      join
        .onRef('testmoment_room.room_id', '=', 'invigilator_link.room_id')
        .onRef('testmoment_room.testmoment_id', '=', 'invigilator_link.testmoment_id'),
    )
    .select(['invigilator_link.id', 'wrong_codes', 'invigilator_link.created_at', 'ended_at'])
    .select(['invigilator_link.room_id', 'room.name as room_name', 'testmoment_room.room_id as present_room_id'])
    .where('invigilator_link.testmoment_id', '=', testmomentId)
    .orderBy('invigilator_link.id', 'desc')
    .execute()
  const devices = Map.groupBy(await listDevices(kysely, { testmomentId }), ({ link_id }) => link_id)
  return links.map(({ id, created_at, ...link }) => {
    const { ended_at, room_id, room_name } = link
    return {
      id,
      room: room_id === null ? null : { id: room_id, name: room_name ?? '' },
      created_at,
      ended: howEnded(link),
      devices: (devices.get(id) ?? []).map(deviceReply),
      _links: ended_at === null ? { words: words(id), end: end(id) } : {},
    }
  })
}

function howEnded(link: {
  ended_at: string | null
  wrong_codes: number
  room_id: number | null
  /** the same room if the moment still uses it, else null */
  present_room_id: number | null
}): InvigilatorLink['ended'] {
  if (link.ended_at === null) return null
  if (isCodeGuessed(link)) return 'code-guessed'
  return link.room_id === link.present_room_id ? 'ended' : 'room-removed'
}

/** Nonce from which the secret and the code of a link are derived; undefined once it has ended. */
export const findNonce = (kysely: Kysely, id: number) =>
  kysely
    .selectFrom('invigilator_link')
    .select('nonce')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** Lists the admitted devices of all links of a moment in order of id, or only the device with this id. */
export const listDevices = (kysely: Kysely, of: { testmomentId: number } | { id: number }) =>
  kysely
    .selectFrom('invigilator_link')
    .innerJoin('invigilator_device', 'invigilator_device.link_id', 'invigilator_link.id')
    .select(['invigilator_device.id', 'invigilator_device.link_id', 'invigilator_device.name'])
    .select(['invigilator_device.device', 'invigilator_device.admitted_at', 'invigilator_device.last_seen_at'])
    .select('invigilator_device.revoked_at')
    .select(({ selectFrom, fn }) => [
      selectFrom('presence_tick')
        .select(fn.countAll<number>().as('count'))
        .whereRef('presence_tick.device_id', '=', 'invigilator_device.id')
        .as('ticks'),
      selectFrom('walk_in')
        .select(fn.countAll<number>().as('count'))
        .whereRef('walk_in.device_id', '=', 'invigilator_device.id')
        .as('walk_ins'),
    ])
    .where(
      'testmomentId' in of ? 'invigilator_link.testmoment_id' : 'invigilator_device.id',
      '=',
      'testmomentId' in of ? of.testmomentId : of.id,
    )
    .where('invigilator_device.admitted_at', 'is not', null)
    .orderBy('invigilator_device.id')
    .execute()

type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number]

export const deviceReply = (row: DeviceRow): InvigilatorDevice => ({
  ...pick(row, ['id', 'name', 'device', 'last_seen_at']),
  admitted_at: row.admitted_at ?? '',
  ticks: row.ticks ?? 0,
  walk_ins: row.walk_ins ?? 0,
  revoked: row.revoked_at !== null,
  _links: row.revoked_at === null ? { revoke: revoke(row.id) } : {},
})

export const findDevice = (kysely: Kysely, by: { token_hash: string } | { id: number }) =>
  kysely
    .selectFrom('invigilator_device')
    .innerJoin('invigilator_link', 'invigilator_link.id', 'invigilator_device.link_id')
    .innerJoin('testmoment', 'testmoment.id', 'invigilator_link.testmoment_id')
    .select(['invigilator_device.id', 'invigilator_device.link_id', 'invigilator_device.admitted_at'])
    .select(['invigilator_device.revoked_at', 'invigilator_device.last_seen_at', 'invigilator_link.ended_at'])
    .select(['invigilator_link.testmoment_id', 'invigilator_link.wrong_codes', 'invigilator_link.room_id'])
    .select('testmoment.rooms_published_at')
    .select(whenAndWhereFieldNames.map((name) => `testmoment.${name}` as const))
    .where(
      'id' in by ? 'invigilator_device.id' : 'invigilator_device.token_hash',
      '=',
      'id' in by ? by.id : by.token_hash,
    )
    .executeTakeFirst()

export type FoundDevice = NonNullable<Awaited<ReturnType<typeof findDevice>>>
