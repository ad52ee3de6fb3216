import { endpoint } from './endpoint.ts'
import type * as schemas from './presence.schema.ts'

/** By a moment's link `presence`, for administrators. Tagged by what it says. */
export const readPresence = endpoint<typeof schemas.readPresenceSchemas>('GET', '/testmoment/:id/presence')

/**
 * By the list's link `tick`. Each tick counts once, however often it is sent; the outcomes come in the order of `ticks`.
 * 422 `presence-not-yet` before the first test day.
 */
export const tickPresence = endpoint<typeof schemas.tickPresenceSchemas>('POST', '/testmoment/:id/presence', {
  event: 'presenceChanged',
  kind: 'own-protocol',
})

/**
 * By the list's link `walk_in`, on the test days: enrolls who came, under every rule but closing, seats and slots, and
 * ticks them present.
 */
export const enrollWalkIn = endpoint<typeof schemas.enrollWalkInSchemas>(
  'POST',
  '/testmoment/:id/walk-ins',
  'enrollmentsChanged',
)

/** By a walk-in's link `settle`: it is put away. */
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
 * What an invigilator's device asks, without an account: nothing else takes its token. `secret` is in the link's fragment;
 * `token` the device makes itself (256 bits, base64url), and sends it from then on as `Authorization: Invigilator <token>`.
 */
export const admitInvigilator = endpoint<typeof schemas.admitInvigilatorSchemas>('POST', '/invigilation')

/**
 * Of the one moment that the device is for, tagged by what it says. 403 `presence-closed` once the test days are over;
 * On 403 `device-refused` and `link-ended` the device wipes the list; it still sends its unsent ticks.
 */
export const readInvigilation = endpoint<typeof schemas.readInvigilationSchemas>('GET', '/invigilation')
/**
 * As `tickPresence`; also for two days after the last test day, or after the device was taken off or its link ended, for
 * what was made before: only then 403 `device-refused` or `link-ended`. 429 to a device that ticks like a program.
 */
export const tickInvigilation = endpoint<typeof schemas.tickInvigilationSchemas>('POST', '/invigilation/ticks')
