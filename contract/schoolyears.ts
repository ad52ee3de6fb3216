import type { EnrollmentsMade } from '#domain/enrollments/listed-enrollment.schema.ts'
import type { Schoolyear, SchoolyearCreation, SchoolyearEdit } from '#domain/schoolyears/schoolyear.schema.ts'
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

/** The active school year; 404 while none is. */
export const getActiveSchoolyear = endpoint<{ reply: Schoolyear }>('GET', '/schoolyear')

/** For administrators. */
export const getSchoolyear = endpoint<{ params: ById; reply: Schoolyear }>('GET', '/schoolyear/:id')

/** For administrators; the latest name first, unless sorted otherwise. */
export const listSchoolyears = endpoint<{
  params: ByPaging
  query: FromCursor & Sorted<'name'>
  reply: ListReply<Schoolyear>
}>('GET', '/schoolyears/:paging')

/** For administrators; a new one is inactive. */
export const createSchoolyear = endpoint<{ body: SchoolyearCreation; reply: EntityReply<Schoolyear> }>(
  'POST',
  '/schoolyear',
  'schoolyearCreated',
)

/** What was made automatically, by its becoming active. */
export interface SchoolyearEditReply extends EntityReply<Schoolyear>, EnrollmentsMade {
  /** the one that was active until this one became so */
  deactivated: Schoolyear | null
}

/** By the school year's link `edit`. Activating it deactivates the other in the same transaction, and may ask first. */
export const editSchoolyear = endpoint<{
  params: ById
  query: Confirmed
  body: SchoolyearEdit
  reply: SchoolyearEditReply
}>('PUT', '/schoolyear/:id', 'schoolyearEdited')
