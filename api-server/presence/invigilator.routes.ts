import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { createCounter } from '#api-server/platform/throttle.ts'
import * as presenceCalls from '#contract/presence.calls.ts'
import { announceSoon } from '#database/changes/announce.ts'
import type { Transaction } from '#database/tables.ts'
import { maySendTicks, presencePhase, tickingEnds } from '#domain/presence/presence.rules.ts'
import { deviceName } from '#domain/sessions/device-name.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { deviceReply, type FoundDevice, findDevice, findNonce, listDevices, listLinks } from './invigilator.queries.ts'
import {
  admit,
  endLink,
  isForHiddenRoom,
  makeLink,
  revokeDevice,
  stateOfLink,
  tokenHash,
  wordsOf,
} from './invigilators.ts'
import { findElsewhere, findPresence, sendPresence } from './presence.replies.ts'
import { takeTicks } from './ticks.ts'

export function invigilatorRoutes(app: Api, { database, keys, publicUrl, clock }: ApiContext): void {
  const { kysely } = database
  const notify = announceSoon(database)
  const changed = (testmoment_id: number) => notify([{ event: 'presenceChanged', testmoment_id }])
  const readOne = async (testmomentId: number, id: number) => {
    const entity = (await listLinks(kysely, testmomentId)).find((link) => link.id === id)
    if (!entity) throw new Problem('not-found')
    return { entity }
  }
  const asTeacher = (request: FastifyRequest) => ({
    database,
    actorId: request.caller.id,
    now: clock(),
  })

  serve(app, presenceCalls, {
    listInvigilatorLinks: async ({ params }) => {
      await requireTestmoment(kysely, params)
      return { entities: await listLinks(kysely, params.id), _links: {} }
    },

    readInvigilatorLink: async ({ params: { id } }) => {
      const link = await findNonce(kysely, id)
      if (!link) throw new Problem('not-found')
      const { secret, code } = wordsOf(keys.links, link.nonce)
      return { url: `${publicUrl}/invigilator#${id}.${secret}`, code }
    },

    makeInvigilatorLink: async (request) => {
      const id = await makeLink(asTeacher(request), request.params.id, request.body?.room_id ?? null)
      changed(request.params.id)
      return readOne(request.params.id, id)
    },

    endInvigilatorLink: async (request) => {
      const testmomentId = await endLink(asTeacher(request), request.params.id)
      changed(testmomentId)
      return readOne(testmomentId, request.params.id)
    },

    revokeInvigilatorDevice: async (request) => {
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

/** Ticks by codes that were nobody's, of one link: more than a tablet sends that was offline while many renewed theirs. */
const GUESSES = { max: 60, window: 60_000, shared: true }

/**
 * Routes for invigilators' devices, which have no account: to be admitted, and from then on, by their token alone, to
 * read and tick one list. Every refusal is a 403: a 401 would end the login of a teacher on the same device.
 */
export function invigilationRoutes(app: Api, context: ApiContext): void {
  const { database, keys, throttle, clock } = context
  const notify = announceSoon(database)

  serve(app, presenceCalls, {
    admitInvigilator: async (request) => {
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
function deviceRoutes(devices: Api, { database, keys, throttle, clock }: ApiContext): void {
  const { kysely } = database
  const notify = announceSoon(database)
  const searches = createCounter(devices, SEARCHES)
  const guesses = createCounter(devices, GUESSES)

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
  const hold = async (trx: Transaction, { id, link_id }: FoundDevice): Promise<number> => {
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

  serve(devices, presenceCalls, {
    readInvigilation: async (request, reply) => {
      const now = clock()
      const device = requireLetThrough(deviceOf(request), now)
      if (presencePhase(device, now) !== 'open') throw new Problem('presence-closed')
      const { testmoment_id, room_id: roomId } = device
      const list = await findPresence(kysely, testmoment_id, { reader: 'invigilator', roomId, keys, now })
      if (!list) throw new Problem('link-ended')
      const last_seen_at = new Date(now).toISOString()
      if (Date.parse(device.last_seen_at ?? last_seen_at) + SEEN_EVERY_MS <= now)
        await kysely.updateTable('invigilator_device').set({ last_seen_at }).where('id', '=', device.id).execute()
      return sendPresence(request, reply, list)
    },

    tickInvigilation: async (request) => {
      const device = requireMaySend(deviceOf(request), clock())
      const { testmoment_id, link_id } = device
      const { left, problem } = await guesses.look(request, String(link_id))
      if (left === 0) throw problem
      const ticker = {
        by: 'invigilator',
        id: device.id,
        roomId: device.room_id,
        keys,
        hold: (trx: Transaction) => hold(trx, device),
      } as const
      const ticked = { testmomentId: testmoment_id, post: request.body, ticker }
      const { outcomes, changed } = await takeTicks(database, ticked, clock)
      if (changed) notify([{ event: 'presenceChanged', testmoment_id }])
      const wrong = request.body.ticks.filter(({ scanned }, at) => scanned !== undefined && outcomes[at] === 'unknown')
      for (const _ of wrong) await guesses.add(request, String(link_id))
      return { outcomes }
    },

    searchInvigilation: async (request) => {
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

/** Checks a device that reads. Throws `device-refused`, `link-ended`, `link-not-yet` or `rooms-not-published`. */
function requireLetThrough(device: FoundDevice, now: number): FoundDevice {
  if (device.revoked_at !== null) throw new Problem('device-refused')
  const refusal = stateOfLink(device, now)
  if (refusal) throw new Problem(refusal)
  return device
}

/**
 * Checks a device that only sends, which is allowed for two days longer; but for a hidden room not yet, since the outcomes say who
 * sits there. Throws the same errors as `requireLetThrough`.
 */
const requireMaySend = (device: FoundDevice, now: number): FoundDevice =>
  presencePhase(device, now) !== 'coming' && maySendTicks(device, device, now) && !isForHiddenRoom(device)
    ? device
    : requireLetThrough(device, now)

function deviceOf({ invigilator }: FastifyRequest): FoundDevice {
  if (!invigilator) throw new Problem('device-refused')
  return invigilator
}
