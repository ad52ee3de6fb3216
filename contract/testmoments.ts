import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './testmoments.schema.ts'

/**
 * All of it is for administrators; what students see of moments is `listUserTestmoments`. By the school year's link
 * `testmoments`: by their first day, unless sorted otherwise; all of them, or those that are history or are not.
 */
export const listTestmoments = endpoint<typeof schemas.listTestmomentsSchemas>(
  'GET',
  '/schoolyear/:schoolyear_id/testmoments/:paging',
)
export type MomentCounts = ReplyOf<typeof listTestmoments>['counts']

/**
 * Creates a moment. May need a confirmation: two on one day, or one outside the school year. The school year's link
 * `add_testmoment`.
 */
export const createTestmoment = endpoint<typeof schemas.createTestmomentSchemas>(
  'POST',
  '/schoolyear/:schoolyear_id/testmoment',
  'testmomentCreated',
)

/** With all of its enrollments where they are asked for; a screen pages through them by the link `enrollments`. */
export const getTestmoment = endpoint<typeof schemas.getTestmomentSchemas>(
  'GET',
  '/schoolyear/:schoolyear_id/testmoment/:id',
)

/**
 * Edits a moment. 422 `enrollments-doubled` with the number of students, a `PlaceRefusal` or a `ScheduleRefusal`. Other
 * days may need a confirmation. The moment's link `edit`.
 */
export const editTestmoment = endpoint<typeof schemas.editTestmomentSchemas>(
  'PUT',
  '/schoolyear/:schoolyear_id/testmoment/:id',
  'testmomentEdited',
)
export type TestmomentEditReply = ReplyOf<typeof editTestmoment>

/**
 * Deletes a moment; 409 `confirmation-needed` when students are enrolled or it is the year's last. The moment's link
 * `delete`.
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

/** Replaces the list; 409 `confirmation-needed` when students would lose by it. The link `edit_modules`. */
export const replaceTestmomentModules = endpoint<typeof schemas.replaceTestmomentModulesSchemas>(
  'PUT',
  '/testmoment/:id/modules',
  'testmomentEdited',
)

/** Adds or changes those named. Adding the first to a moment that offered all may also ask first. */
export const addTestmomentModules = endpoint<typeof schemas.addTestmomentModulesSchemas>(
  'PATCH',
  '/testmoment/:id/modules',
  'testmomentEdited',
)

/** Previews an act on many moments, of any school year, for each of them. Nothing is changed. */
export const previewMomentsAct = endpoint<typeof schemas.previewMomentsActSchemas>('POST', '/testmoments/act/preview', {
  kind: 'question',
})

/**
 * Does it to those to which it can be done, all in one transaction, and says what became of each. 409
 * `plan-changed`, with the preview as it is now, when that is no longer what was confirmed.
 */
export const actOnMoments = endpoint<typeof schemas.actOnMomentsSchemas>('POST', '/testmoments/act', 'testmomentEdited')
export type MomentsActReply = ReplyOf<typeof actOnMoments>

/** Exports an .xlsx with a row per enrollment, and worksheets to print. The link `export`. */
export const exportTestmoment = endpoint<typeof schemas.exportTestmomentSchemas>('GET', '/testmoment/:id/export')

/**
 * Downloads a PDF to tick and to sign, with everybody from A to Z; the link `presence_checklist_by_module` gives a list
 * per module. The link `presence_checklist`.
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
