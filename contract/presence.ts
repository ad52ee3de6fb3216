import { endpoint } from './endpoint.ts'
import type * as schemas from './presence.schema.ts'

/** Presence list of a moment, tagged by its contents. For administrators; the moment's link `presence`. */
export const readPresence = endpoint<typeof schemas.readPresenceSchemas>('GET', '/testmoment/:id/presence')

/**
 * Adds ticks. Each counts once, however often it is sent; the outcomes come in the order of `ticks`. 422
 * `presence-not-yet` before the first test day. The list's link `tick`.
 */
export const tickPresence = endpoint<typeof schemas.tickPresenceSchemas>('POST', '/testmoment/:id/presence', {
  event: 'presenceChanged',
  kind: 'own-protocol',
})

/**
 * Enrolls a student who came without an enrollment, under every rule but closing, seats and slots, and ticks them
 * present. On test days; the list's link `walk_in`.
 */
export const enrollWalkIn = endpoint<typeof schemas.enrollWalkInSchemas>(
  'POST',
  '/testmoment/:id/walk-ins',
  'enrollmentsChanged',
)

/** Puts a walk-in away. Its link `settle`. */
export const settleWalkIn = endpoint<typeof schemas.settleWalkInSchemas>(
  'PUT',
  '/walk-in/:id/settled',
  'presenceChanged',
)

/** The link of a moment with its devices, and those that ended: the latest first. For administrators. */
export const listInvigilatorLinks = endpoint<typeof schemas.listInvigilatorLinksSchemas>(
  'GET',
  '/testmoment/:id/invigilators',
)
/** Ends the link that there was. 422 `testmoment-past` once the test days are over. */
export const makeInvigilatorLink = endpoint<typeof schemas.makeInvigilatorLinkSchemas>(
  'POST',
  '/testmoment/:id/invigilators',
  'presenceChanged',
)
export const endInvigilatorLink = endpoint<typeof schemas.endInvigilatorLinkSchemas>(
  'DELETE',
  '/invigilators/:id',
  'presenceChanged',
)
export const revokeInvigilatorDevice = endpoint<typeof schemas.revokeInvigilatorDeviceSchemas>(
  'DELETE',
  '/invigilators/device/:id',
  'presenceChanged',
)

/**
 * Admits an invigilator's device without an account: its token is accepted nowhere else. `secret` is in the link's
 * fragment; `token` is made by the device (256 bits, base64url), which sends it from then on as `Authorization:
 * Invigilator <token>`.
 */
export const admitInvigilator = endpoint<typeof schemas.admitInvigilatorSchemas>('POST', '/invigilation')

/**
 * Presence list of the device's moment, tagged by its contents. 403 `presence-closed` once the test days are over; on
 * 403 `device-refused` and `link-ended` the device wipes the list; it still sends its unsent ticks.
 */
export const readInvigilation = endpoint<typeof schemas.readInvigilationSchemas>('GET', '/invigilation')
/**
 * Adds ticks like `tickPresence`; also for two days after the last test day, or after the device was removed or its
 * link ended, if they were made before: only then 403 `device-refused` or `link-ended`. 429 to a device that ticks like
 * a program.
 */
export const tickInvigilation = endpoint<typeof schemas.tickInvigilationSchemas>('POST', '/invigilation/ticks')
