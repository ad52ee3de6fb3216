import type { Kysely } from 'kysely'
import { linkById } from '#contract/endpoint.ts'
import { endInvigilatorLink, revokeInvigilatorDevice } from '#contract/presence.ts'
import type { Tables } from '#database/tables.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { isCodeGuessed } from '#domain/presence/presence.rules.ts'
import type { InvigilatorDevice, InvigilatorLink } from '#domain/presence/presence.schema.ts'
import type { LinkWords } from './invigilators.ts'

const end = linkById(endInvigilatorLink)
const revoke = linkById(revokeInvigilatorDevice)

interface Reading {
  wordsOf: (nonce: string) => LinkWords
  publicUrl: string
}

/** Lists a moment's links with their devices, the latest first, always in three queries. */
export async function listLinks(
  kysely: Kysely<Tables>,
  testmomentId: number,
  { wordsOf, publicUrl }: Reading,
): Promise<InvigilatorLink[]> {
  const links = await kysely
    .selectFrom('invigilator_link')
    .select(['id', 'nonce', 'wrong_codes', 'created_at', 'ended_at'])
    .where('testmoment_id', '=', testmomentId)
    .orderBy('id', 'desc')
    .execute()
  const devices = Map.groupBy(await listDevices(kysely, { testmomentId }), ({ link_id }) => link_id)
  return links.map(({ id, nonce, wrong_codes, created_at, ended_at }) => {
    const { secret, code } = wordsOf(nonce)
    return {
      id,
      url: `${publicUrl}/invigilator#${id}.${secret}`,
      code,
      created_at,
      ended: ended_at === null ? null : isCodeGuessed({ wrong_codes }) ? 'code-guessed' : 'ended',
      devices: (devices.get(id) ?? []).map(deviceReply),
      _links: ended_at === null ? { end: end(id) } : {},
    }
  })
}

/** Lists devices admitted by the links of a moment by id, or one device. */
export const listDevices = (kysely: Kysely<Tables>, of: { testmomentId: number } | { id: number }) =>
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

/** Finds a device by its token or id, with its link and moment. */
export const findDevice = (kysely: Kysely<Tables>, by: { token_hash: string } | { id: number }) =>
  kysely
    .selectFrom('invigilator_device')
    .innerJoin('invigilator_link', 'invigilator_link.id', 'invigilator_device.link_id')
    .innerJoin('testmoment', 'testmoment.id', 'invigilator_link.testmoment_id')
    .select(['invigilator_device.id', 'invigilator_device.link_id', 'invigilator_device.admitted_at'])
    .select(['invigilator_device.revoked_at', 'invigilator_device.last_seen_at', 'invigilator_link.ended_at'])
    .select(['invigilator_link.testmoment_id', 'invigilator_link.wrong_codes'])
    .select(whenAndWhereFieldNames.map((name) => `testmoment.${name}` as const))
    .where(
      'id' in by ? 'invigilator_device.id' : 'invigilator_device.token_hash',
      '=',
      'id' in by ? by.id : by.token_hash,
    )
    .executeTakeFirst()

export type FoundDevice = NonNullable<Awaited<ReturnType<typeof findDevice>>>
