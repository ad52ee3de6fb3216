import type { EnrollmentsMade } from '#domain/enrollments/listed-enrollment.schema.ts'
import type { WithMessage } from '#domain/messages/message.schema.ts'
import type { MomentsAct, MomentsPreview, PlannedMoment } from '#domain/testmoments/moments-act.schema.ts'
import type {
  ManagedTestmoment,
  TestmomentCreation,
  TestmomentEdit,
  TestmomentEditPreview,
  TestmomentModule,
  TestmomentModuleList,
} from '#domain/testmoments/testmoment.schema.ts'
import {
  type ById,
  type ByPaging,
  type EntityReply,
  endpoint,
  type FromCursor,
  type ListReply,
  type Sorted,
} from './endpoint.ts'
import type { Confirmed } from './refusals.ts'

/** All of it is for administrators; what students see of moments is `listUserTestmoments`. */
export interface BySchoolyear {
  schoolyear_id: number
}

/** Of a school year: how many are history, and how many are not. */
export interface MomentCounts {
  past: number
  ahead: number
}

/** By the school year's link `testmoments`: by their first day, unless sorted otherwise; all of them, or those that are history or are not. */
export const listTestmoments = endpoint<{
  params: BySchoolyear & ByPaging
  query: FromCursor & Sorted<'date' | 'students'> & { when?: 'past' | 'ahead' }
  reply: ListReply<ManagedTestmoment> & { counts: MomentCounts }
}>('GET', '/schoolyear/:schoolyear_id/testmoments/:paging')

/** By the school year's link `add_testmoment`. May ask first: two on one day, or one outside the school year. */
export const createTestmoment = endpoint<{
  params: BySchoolyear
  query: Confirmed
  body: TestmomentCreation
  reply: EntityReply<ManagedTestmoment>
}>('POST', '/schoolyear/:schoolyear_id/testmoment', 'testmomentCreated')

/** With all of its enrollments where they are asked for; a screen pages through them by the link `enrollments`. */
export const getTestmoment = endpoint<{
  params: BySchoolyear & ById
  query: { with?: 'enrollments' }
  reply: ManagedTestmoment
}>('GET', '/schoolyear/:schoolyear_id/testmoment/:id')

/** To how many the message went that came along: those whom the change concerns, and nobody where it concerns nobody. */
interface Messaged {
  students_messaged: number
}

export interface TestmomentEditReply extends EntityReply<ManagedTestmoment>, TestmomentEditPreview, Messaged {}

/** By the moment's link `edit`. 422 `enrollments-doubled` with the number of students, a `PlaceRefusal` or a `ScheduleRefusal`. Other days may ask first. */
export const editTestmoment = endpoint<{
  params: BySchoolyear & ById
  query: Confirmed
  body: TestmomentEdit & WithMessage
  reply: TestmomentEditReply
}>('PUT', '/schoolyear/:schoolyear_id/testmoment/:id', 'testmomentEdited')

/** By the moment's link `delete`; 409 `confirmation-needed` when students are enrolled or it is the year's last. */
export const deleteTestmoment = endpoint<{
  params: BySchoolyear & ById
  query: Confirmed
  body: WithMessage | null
  reply: EntityReply<ManagedTestmoment> & Messaged & { enrollments_deleted: number }
}>('DELETE', '/schoolyear/:schoolyear_id/testmoment/:id', 'testmomentDeleted')

export type EditPreviewQuery = Pick<TestmomentEdit, 'date' | 'duration' | 'max_enrollments' | 'seats'>

/** By the moment's link `edit_preview`: what an edit would mean to students. */
export const previewTestmomentEdit = endpoint<{ params: ById; query: EditPreviewQuery; reply: TestmomentEditPreview }>(
  'GET',
  '/testmoment/:id/edit-preview',
)

/** `version` is the moment's, which its modules are part of. What was made is so by what was switched on. */
export interface TestmomentModulesReply
  extends EntityReply<{ entities: TestmomentModule[]; version: number }>,
    EnrollmentsMade,
    Messaged {
  /** in modules that are no longer offered there */
  enrollments_deleted: number
}

export const listTestmomentModules = endpoint<{ params: ById; reply: ListReply<TestmomentModule> }>(
  'GET',
  '/testmoment/:id/modules',
)

/** By the link `edit_modules`: replaces the list; 409 `confirmation-needed` when students would lose by it. */
export const replaceTestmomentModules = endpoint<{
  params: ById
  query: Confirmed
  body: TestmomentModuleList & WithMessage
  reply: TestmomentModulesReply
}>('PUT', '/testmoment/:id/modules', 'testmomentEdited')

/** Adds or changes those named. Adding the first to a moment that offered all may also ask first. */
export const addTestmomentModules = endpoint<{
  params: ById
  query: Confirmed
  body: TestmomentModuleList & WithMessage
  reply: TestmomentModulesReply
}>('PATCH', '/testmoment/:id/modules', 'testmomentEdited')

/** What an act on many moments, of any school year, would do to each. Nothing is changed. */
export const previewMomentsAct = endpoint<{
  body: { act: MomentsAct; testmoment_ids: number[] }
  reply: MomentsPreview
}>('POST', '/testmoments/act/preview', { kind: 'question' })

/**
 * Does it to those to which it can be done, all in one transaction, and says what became of each. 409
 * `plan-changed`, with the preview as it is now, when that is no longer what was confirmed.
 */
export const actOnMoments = endpoint<{
  body: { act: MomentsAct; testmoment_ids: number[]; confirmation: string } & WithMessage
  reply: MomentsActReply
}>('POST', '/testmoments/act', 'testmomentEdited')

export interface MomentsActReply extends Messaged {
  moments: PlannedMoment[]
}

/** By the link `export`: an .xlsx with a row per enrollment, and sheets to print. */
export const exportTestmoment = endpoint<{ params: ById; reply: string }>('GET', '/testmoment/:id/export')

/** By the link `presence_checklist`: a PDF to tick and to sign, of everybody from A to Z; by `presence_checklist_by_module` a list per module. */
export const downloadPresenceChecklist = endpoint<{
  params: ById
  query: { list?: 'all' | 'modules' }
  reply: string
}>('GET', '/testmoment/:id/presence-checklist')

/** By the link `extra_time`: a PDF for the invigilator, of who has extra time, which stands on no other list. */
export const downloadExtraTime = endpoint<{ params: ById; reply: string }>('GET', '/testmoment/:id/extra-time')
