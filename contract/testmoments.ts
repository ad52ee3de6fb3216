import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './testmoments.schema.ts'

/**
 * Lists moments, by default by first day; all, or only past or other ones. Like all calls in this file it is for
 * administrators; students use `listUserTestmoments`. The school year's link `testmoments`.
 */
export const listTestmoments = endpoint<typeof schemas.listTestmomentsSchemas>(
  'GET',
  '/schoolyear/:schoolyear_id/testmoments/:paging',
)
export type MomentCounts = ReplyOf<typeof listTestmoments>['counts']

/**
 * Creates a moment. May need a confirmation: for a second one on its day, or one outside the school year. The school year's
 * link `add_testmoment`.
 */
export const createTestmoment = endpoint<typeof schemas.createTestmomentSchemas>(
  'POST',
  '/schoolyear/:schoolyear_id/testmoment',
  'testmomentCreated',
)

/** Returns a moment, on request with all its enrollments; screens page through these by the link `enrollments`. */
export const getTestmoment = endpoint<typeof schemas.getTestmomentSchemas>(
  'GET',
  '/schoolyear/:schoolyear_id/testmoment/:id',
)

/**
 * Edits a moment. 422 `enrollments-doubled` with the number of students, a `PlaceRefusal` or a `ScheduleRefusal`. Other days
 * may need a confirmation. The moment's link `edit`.
 */
export const editTestmoment = endpoint<typeof schemas.editTestmomentSchemas>(
  'PUT',
  '/schoolyear/:schoolyear_id/testmoment/:id',
  'testmomentEdited',
)
export type TestmomentEditReply = ReplyOf<typeof editTestmoment>

/**
 * Deletes a moment; 409 `confirmation-needed` if students are enrolled or it is the year's last. The moment's link `delete`.
 */
export const deleteTestmoment = endpoint<typeof schemas.deleteTestmomentSchemas>(
  'DELETE',
  '/schoolyear/:schoolyear_id/testmoment/:id',
  'testmomentDeleted',
)

/** Previews the effects of an edit on students. The moment's link `edit_preview`. */
export const previewTestmomentEdit = endpoint<typeof schemas.previewTestmomentEditSchemas>(
  'GET',
  '/testmoment/:id/edit-preview',
)

export const listTestmomentModules = endpoint<typeof schemas.listTestmomentModulesSchemas>(
  'GET',
  '/testmoment/:id/modules',
)

/** Replaces the modules; 409 `confirmation-needed` if students would lose something. The link `edit_modules`. */
export const replaceTestmomentModules = endpoint<typeof schemas.replaceTestmomentModulesSchemas>(
  'PUT',
  '/testmoment/:id/modules',
  'testmomentEdited',
)

/** Adds or changes modules. Adding the first to a moment that offered all may need a confirmation. */
export const addTestmomentModules = endpoint<typeof schemas.addTestmomentModulesSchemas>(
  'PATCH',
  '/testmoment/:id/modules',
  'testmomentEdited',
)

/** Previews an act on many moments, of any school year, for each of them. Changes nothing. */
export const previewMomentsAct = endpoint<typeof schemas.previewMomentsActSchemas>('POST', '/testmoments/act/preview', {
  kind: 'question',
})

/**
 * Carries out the act on all moments that allow it, in one transaction, and returns the outcome for each. 409 `plan-changed`
 * with the current preview, if it differs from the one confirmed.
 */
export const actOnMoments = endpoint<typeof schemas.actOnMomentsSchemas>('POST', '/testmoments/act', 'testmomentEdited')
export type MomentsActReply = ReplyOf<typeof actOnMoments>

/** Exports an .xlsx with a row per enrollment, and worksheets to print. The link `export`. */
export const exportTestmoment = endpoint<typeof schemas.exportTestmomentSchemas>('GET', '/testmoment/:id/export')

/**
 * Downloads a PDF to tick and to sign, with all students from A to Z. The link `presence_checklist`; the link
 * `presence_checklist_by_module` gives a list per module. Of a divided moment `?list=rooms` gives a list per room, and
 * `?list=door` one of student numbers per room, to hang at its door; the division's links `checklist_by_room` and `door_list`.
 * `room_id` leaves only one room.
 */
export const downloadPresenceChecklist = endpoint<typeof schemas.downloadPresenceChecklistSchemas>(
  'GET',
  '/testmoment/:id/presence-checklist',
)

/**
 * Downloads a PDF for the invigilator with the students who have extra time, which no other list mentions. The link
 * `extra_time`.
 */
export const downloadExtraTime = endpoint<typeof schemas.downloadExtraTimeSchemas>('GET', '/testmoment/:id/extra-time')
