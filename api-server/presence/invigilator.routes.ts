import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { ApiContext } from '#api-server/context.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { createCounter } from '#api-server/platform/throttle.ts'
import * as schemas from '#contract/presence.schema.ts'
import * as contract from '#contract/presence.ts'
import { announceSoon } from '#database/changes/announce.ts'
import type { Tables } from '#database/tables.ts'
import { maySendTicks, presencePhase, tickingEnds } from '#domain/presence/presence.rules.ts'
import { deviceName } from '#domain/sessions/device-name.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { deviceReply, type FoundDevice, findDevice, listDevices, listLinks } from './invigilator.queries.ts'
import { admit, endLink, makeLink, revokeDevice, stateOfLink, tokenHash, wordsOf } from './invigilators.ts'
import { findElsewhere, findPresence, sendPresence } from './presence.replies.ts'
import { takeTicks } from './ticks.ts'

/** Routes for administrators: invigilators' links to a moment, and their devices. */
export function invigilatorRoutes(app: Api, { database, keys, publicUrl, clock }: ApiContext): void {
  const { kysely } = database
  const notify = announceSoon(database)
  const changed = (testmoment_id: number) => notify([{ event: 'presenceChanged', testmoment_id }])
  const read = (testmomentId: number) =>
    listLinks(kysely, testmomentId, { wordsOf: (nonce) => wordsOf(keys.links, nonce), publicUrl })
  const readOne = async (testmomentId: number, id: number) => {
    const entity = (await read(testmomentId)).find((link) => link.id === id)
    if (!entity) throw new Problem('not-found')
    return { entity }
  }
  const asTeacher = (request: FastifyRequest) => ({
    database,
    actorId: callerOf(request).id,
    now: clock(),
  })

  app.route({
    ...operation(contract.listInvigilatorLinks, schemas.listInvigilatorLinksSchemas, {
      reach: 'administration',
      summary: 'The links by which invigilators tick at a test moment, the latest first, with their devices',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      await requireTestmoment(kysely, request.params)
      return { entities: await read(request.params.id), _links: {} }
    },
  })

  app.route({
    ...operation(contract.makeInvigilatorLink, schemas.makeInvigilatorLinkSchemas, {
      reach: 'administration',
      summary:
        'Make a link for invigilators, for all rooms or for one; the one that there was for the same ends, and its devices with it',
      statuses: [201],
      reasons: ['not-found', 'testmoment-past', 'room-unknown'],
    }),
    handler: async (request, reply) => {
      const id = await makeLink(asTeacher(request), request.params.id, request.body?.room_id ?? null)
      changed(request.params.id)
      reply.code(201)
      return readOne(request.params.id, id)
    },
  })

  app.route({
    ...operation(contract.endInvigilatorLink, schemas.endInvigilatorLinkSchemas, {
      reach: 'administration',
      summary: 'End a link for invigilators: its devices are let through no more',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const testmomentId = await endLink(asTeacher(request), request.params.id)
      changed(testmomentId)
      return readOne(testmomentId, request.params.id)
    },
  })

  app.route({
    ...operation(contract.revokeInvigilatorDevice, schemas.revokeInvigilatorDeviceSchemas, {
      reach: 'administration',
      summary: 'Take an invigilator’s device off: it is let through no more',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const { id } = request.params
      changed(await revokeDevice(asTeacher(request), id))
      const [row] = await listDevices(kysely, { id })
      if (!row) throw new Problem('not-found')
      return { entity: deviceReply(row) }
    },
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    invigilator: FoundDevice | null
  }
}

/** ms between two writes of `last_seen_at`, so that reading seldom writes. */
const SEEN_EVERY_MS = 60_000

/** Searches for who sits elsewhere, of one device: more than anybody makes at a door. */
const SEARCHES = { max: 30, window: 60_000, shared: true }

const asInvigilator = { reach: 'invigilator', reasons: ['too-many-requests'] } as const

/**
 * Routes for invigilators' devices, which have no account: to be admitted, and from then on, by their token alone, to
 * read and tick one list. Every refusal is a 403: a 401 would end the login of a teacher on the same device.
 */
export function invigilationRoutes(app: Api, context: ApiContext): void {
  const { database, keys, throttle, clock } = context
  const notify = announceSoon(database)

  app.route({
    ...operation(contract.admitInvigilator, schemas.admitInvigilatorSchemas, {
      reach: 'anybody',
      summary: 'Let a device tick by a link’s secret and its code; again with the same token it changes nothing',
      reasons: ['link-ended', 'link-not-yet', 'code-wrong', 'device-refused', 'devices-full', 'too-many-requests'],
    }),
    handler: async (request) => {
      await throttle.visit(request)
      const asked = { ...request.body, device: deviceName(request.headers['user-agent'] ?? '') }
      const { testmomentId, refusal, changed } = await admit({ database, links: keys.links, clock }, asked)
      if (changed) notify([{ event: 'presenceChanged', testmoment_id: testmomentId }])
      if (refusal) throw new Problem(refusal)
      return { testmoment_id: testmomentId }
    },
  })

  app.register(async (devices: Api) => deviceRoutes(devices, context))
}

/** Routes of an admitted device; its token is asked for before each. */
function deviceRoutes(devices: Api, { database, throttle, clock }: ApiContext): void {
  const { kysely } = database
  const notify = announceSoon(database)
  const searches = createCounter(devices, SEARCHES)

  /**
   * Finds the device of a token. A failed guess counts against the address; an admitted device does not, since a school has
   * many behind one address.
   */
  const requireDevice = async (request: FastifyRequest): Promise<FoundDevice> => {
    const token = /^Invigilator ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1]
    const device = token && (await findDevice(kysely, { token_hash: tokenHash(token) }))
    if (!device) await throttle.visit(request)
    return requireAdmitted(device || undefined)
  }

  /** Locks the device until the transaction ends: revoking it, or ending its link, waits. */
  const hold = async (trx: Transaction<Tables>, { id, link_id }: FoundDevice): Promise<number> => {
    await trx.selectFrom('invigilator_link').select('id').where('id', '=', link_id).forShare().execute()
    await trx.selectFrom('invigilator_device').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const now = clock()
    const device = requireMaySend(requireAdmitted(await findDevice(trx, { id })), now)
    const last_seen_at = new Date(now).toISOString()
    await trx.updateTable('invigilator_device').set({ last_seen_at }).where('id', '=', id).execute()
    return tickingEnds(device, device)
  }

  devices.decorateRequest('invigilator', null)
  devices.addHook('onRequest', async (request) => {
    request.invigilator = await requireDevice(request)
  })

  devices.route({
    ...operation(contract.readInvigilation, schemas.readInvigilationSchemas, {
      summary: 'The presence list that this device may tick, on the test days',
      ...asInvigilator,
      reasons: [...asInvigilator.reasons, 'presence-closed'],
    }),
    handler: async (request, reply) => {
      const now = clock()
      const device = requireLetThrough(deviceOf(request), now)
      if (presencePhase(device, now) !== 'open') throw new Problem('presence-closed')
      const { testmoment_id, room_id: roomId } = device
      const list = await findPresence(kysely, testmoment_id, { reader: 'invigilator', roomId, now })
      if (!list) throw new Problem('link-ended')
      const last_seen_at = new Date(now).toISOString()
      if (Date.parse(device.last_seen_at ?? last_seen_at) + SEEN_EVERY_MS <= now)
        await kysely.updateTable('invigilator_device').set({ last_seen_at }).where('id', '=', device.id).execute()
      return sendPresence(request, reply, list)
    },
  })

  devices.route({
    ...operation(contract.tickInvigilation, schemas.tickInvigilationSchemas, {
      summary:
        'Send what was ticked on this device on the test day, until two days after it, or after the device was taken off or its link ended',
      ...asInvigilator,
    }),
    handler: async (request) => {
      const device = requireMaySend(deviceOf(request), clock())
      const { testmoment_id } = device
      const ticker = {
        by: 'invigilator',
        id: device.id,
        roomId: device.room_id,
        hold: (trx: Transaction<Tables>) => hold(trx, device),
      } as const
      const ticked = { testmomentId: testmoment_id, post: request.body, ticker }
      const { outcomes, changed } = await takeTicks(database, ticked, clock)
      if (changed) notify([{ event: 'presenceChanged', testmoment_id }])
      return { outcomes }
    },
  })

  devices.route({
    ...operation(contract.searchInvigilation, schemas.searchInvigilationSchemas, {
      summary: 'In which other rooms somebody sits who stands in this one; nothing about the person',
      ...asInvigilator,
      reasons: [...asInvigilator.reasons, 'presence-closed'],
    }),
    handler: async (request) => {
      const now = clock()
      const device = requireLetThrough(deviceOf(request), now)
      if (presencePhase(device, now) !== 'open') throw new Problem('presence-closed')
      const { left, problem } = await searches.look(request, String(device.id))
      if (left === 0) throw problem
      await searches.add(request, String(device.id))
      return { rooms: await findElsewhere(kysely, device, request.body.search) }
    },
  })
}

/** Throws `device-refused` unless the device was admitted. */
function requireAdmitted(device: FoundDevice | undefined): FoundDevice {
  if (!device || device.admitted_at === null) throw new Problem('device-refused')
  return device
}

/** Checks a device that reads. Throws `device-refused`, `link-ended` or `link-not-yet`. */
function requireLetThrough(device: FoundDevice, now: number): FoundDevice {
  if (device.revoked_at !== null) throw new Problem('device-refused')
  const refusal = stateOfLink(device, now)
  if (refusal) throw new Problem(refusal)
  return device
}

/** Checks a device that only sends, which is allowed for two days longer. Throws as `requireLetThrough`. */
const requireMaySend = (device: FoundDevice, now: number): FoundDevice =>
  presencePhase(device, now) !== 'coming' && maySendTicks(device, device, now) ? device : requireLetThrough(device, now)

function deviceOf({ invigilator }: FastifyRequest): FoundDevice {
  if (!invigilator) throw new Problem('device-refused')
  return invigilator
}
