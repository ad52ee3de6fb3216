import { endpoint } from './endpoint.ts'
import type * as schemas from './presence.schema.ts'

/** Returns the attendance list of a moment, with an ETag of its contents. For administrators; the moment's link `presence`. */
export const readPresence = endpoint<typeof schemas.readPresenceSchemas>('GET', '/testmoment/:id/presence')

/**
 * Adds ticks. Each counts once, however often it is sent; the outcomes are in the order of `ticks`. 422 `presence-not-yet`
 * before the first test day. The list's link `tick`.
 */
export const tickPresence = endpoint<typeof schemas.tickPresenceSchemas>('POST', '/testmoment/:id/presence', {
  event: 'presenceChanged',
  kind: 'own-protocol',
})

/**
 * Enrolls a student who came without an enrollment, and ticks them as present. All rules apply except closing, seats and slots.
 * On test days; the list's link `walk_in`. Their chair is in `room_id`, or the room where `walk_in_id` was noted, if one is free there.
 */
export const enrollWalkIn = endpoint<typeof schemas.enrollWalkInSchemas>(
  'POST',
  '/testmoment/:id/walk-ins',
  'enrollmentsChanged',
)

/** Marks a walk-in as settled. The walk-in's link `settle`. */
export const settleWalkIn = endpoint<typeof schemas.settleWalkInSchemas>(
  'PUT',
  '/walk-in/:id/settled',
  'presenceChanged',
)

/** Lists the links of a moment with their devices, and ended links: latest first. For administrators. */
export const listInvigilatorLinks = endpoint<typeof schemas.listInvigilatorLinksSchemas>(
  'GET',
  '/testmoment/:id/invigilators',
)
/**
 * Makes a link for the moment or one of its rooms; ends the previous one for the same. 422 `testmoment-past` once the test days
 * are over, `room-unknown` for a room that the moment does not have.
 */
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
 * Admits an invigilator's device without an account; its token is valid for nothing else. `secret` is from the link's fragment.
 * The device makes `token` (256 bits, base64url), and sends it from then on as `Authorization: Invigilator <token>`.
 */
export const admitInvigilator = endpoint<typeof schemas.admitInvigilatorSchemas>('POST', '/invigilation')

/**
 * Returns the attendance list of the device's moment, or of the one room that its link is for, with an ETag of its contents. 403 `presence-closed` once the test days
 * are over. After 403 `device-refused` or `link-ended` the device deletes the list, and still sends its unsent ticks.
 */
export const readInvigilation = endpoint<typeof schemas.readInvigilationSchemas>('GET', '/invigilation')
/**
 * Adds ticks like `tickPresence`. For two days after the last test day, the device's removal or the end of its link, it also
 * accepts ticks made before that; after these two days, 403 `device-refused` or `link-ended`. 429 for a device that ticks as
 * fast as a program.
 */
export const tickInvigilation = endpoint<typeof schemas.tickInvigilationSchemas>('POST', '/invigilation/ticks')

/**
 * Names the other rooms of the moment in which somebody sits whose name and number contain these words, whole: for who stands
 * at the wrong door. In the body, so that no address or log has the name. 429 for a device that asks as fast as a program.
 * Empty for a link for all rooms. The list's link `search`.
 */
export const searchInvigilation = endpoint<typeof schemas.searchInvigilationSchemas>('POST', '/invigilation/search', {
  kind: 'question',
})
