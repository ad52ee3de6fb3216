import type { Enrollment } from '#domain/enrollments/enrollment.schema.ts'
import type {
  Admission,
  InvigilatorDevice,
  InvigilatorLink,
  PresenceList,
  PresencePost,
  TickOutcome,
  WalkIn,
} from '#domain/presence/presence.schema.ts'
import { type ById, type EntityReply, endpoint, type ListReply } from './endpoint.ts'

/** By a moment's link `presence`, for administrators. Tagged by what it says. */
export const readPresence = endpoint<{ params: ById; reply: PresenceList }>('GET', '/testmoment/:id/presence')

/**
 * By the list's link `tick`. Each tick counts once, however often it is sent; the outcomes come in the order of `ticks`.
 * 422 `presence-not-yet` before the first test day.
 */
export const tickPresence = endpoint<{
  params: ById
  body: PresencePost
  reply: { outcomes: TickOutcome[] }
}>('POST', '/testmoment/:id/presence', { event: 'presenceChanged', kind: 'own-protocol' })

/** By the list's link `walk_in`, on the test days: enrolls who came, under every rule but closing, seats and slots, and ticks them present. */
export const enrollWalkIn = endpoint<{
  params: ById
  body: { user_id: number; module_id: number; walk_in_id?: number | undefined }
  reply: EntityReply<Enrollment>
}>('POST', '/testmoment/:id/walk-ins', 'enrollmentsChanged')

/** By a walk-in's link `settle`: it is put away. */
export const settleWalkIn = endpoint<{ params: ById; reply: EntityReply<WalkIn> }>(
  'PUT',
  '/walk-in/:id/settled',
  'presenceChanged',
)

/** The link of a moment with its devices, and those that ended: the latest first. For administrators. */
export const listInvigilatorLinks = endpoint<{ params: ById; reply: ListReply<InvigilatorLink> }>(
  'GET',
  '/testmoment/:id/invigilators',
)
/** Ends the link that there was. 422 `testmoment-past` once the test days are over. */
export const makeInvigilatorLink = endpoint<{ params: ById; reply: EntityReply<InvigilatorLink> }>(
  'POST',
  '/testmoment/:id/invigilators',
  'presenceChanged',
)
export const endInvigilatorLink = endpoint<{ params: ById; reply: EntityReply<InvigilatorLink> }>(
  'DELETE',
  '/invigilators/:id',
  'presenceChanged',
)
export const revokeInvigilatorDevice = endpoint<{ params: ById; reply: EntityReply<InvigilatorDevice> }>(
  'DELETE',
  '/invigilators/device/:id',
  'presenceChanged',
)

/**
 * What an invigilator's device asks, without an account: nothing else takes its token. `secret` is in the link's fragment;
 * `token` the device makes itself (256 bits, base64url), and sends it from then on as `Authorization: Invigilator <token>`.
 */
export const admitInvigilator = endpoint<{
  body: Admission
  reply: { testmoment_id: number }
}>('POST', '/invigilation')

/**
 * Of the one moment that the device is for, tagged by what it says. 403 `presence-closed` once the test days are over;
 * On 403 `device-refused` and `link-ended` the device wipes the list; it still sends its unsent ticks.
 */
export const readInvigilation = endpoint<{ reply: PresenceList }>('GET', '/invigilation')
/**
 * As `tickPresence`; also for two days after the last test day, or after the device was taken off or its link ended, for
 * what was made before: only then 403 `device-refused` or `link-ended`. 429 to a device that ticks like a program.
 */
export const tickInvigilation = endpoint<{ body: PresencePost; reply: { outcomes: TickOutcome[] } }>(
  'POST',
  '/invigilation/ticks',
)
