import type { EnrollmentsMade } from '#domain/enrollments/listed-enrollment.schema.ts'
import type { ManagedTestmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import type { Recess, RecessList } from '#domain/schoolyears/recess.schema.ts'
import type {
  ManagedSchoolyear,
  Schoolyear,
  SchoolyearCreation,
  SchoolyearEdit,
} from '#domain/schoolyears/schoolyear.schema.ts'
import type { Copies, CopySource } from '#domain/testmoments/copy.schema.ts'
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
export const getSchoolyear = endpoint<{ params: ById; reply: ManagedSchoolyear }>('GET', '/schoolyear/:id')

/** For administrators; the latest name first, unless sorted otherwise. Archived ones come along when they are asked for. */
export const listSchoolyears = endpoint<{
  params: ByPaging
  query: FromCursor & Sorted<'name'> & { archived?: 'too' }
  reply: ListReply<ManagedSchoolyear>
}>('GET', '/schoolyears/:paging')

/** For administrators; a new one is inactive. */
export const createSchoolyear = endpoint<{ body: SchoolyearCreation; reply: EntityReply<ManagedSchoolyear> }>(
  'POST',
  '/schoolyear',
  'schoolyearCreated',
)

/** What was made automatically, by its becoming active. */
export interface SchoolyearEditReply extends EntityReply<ManagedSchoolyear>, EnrollmentsMade {
  /** the one that was active until this one became so */
  deactivated: ManagedSchoolyear | null
}

/** By the school year's link `edit`. Activating it deactivates the other in the same transaction, and may ask first. Archiving and bringing back, by the links of these names, is an edit of `archived`. */
export const editSchoolyear = endpoint<{
  params: ById
  query: Confirmed
  body: SchoolyearEdit
  reply: SchoolyearEditReply
}>('PUT', '/schoolyear/:id', 'schoolyearEdited')

/** By the school year's link `delete`, with its days without lessons. 409 `schoolyear-in-use` with how many moments hang on it. */
export const deleteSchoolyear = endpoint<{ params: ById; reply: EntityReply<ManagedSchoolyear> }>(
  'DELETE',
  '/schoolyear/:id',
  'schoolyearEdited',
)

/** By their first day. `version` is the school year's, which they are part of. */
export interface RecessesReply {
  entities: Recess[]
  version: number
}

/** By the school year's link `list_recesses`. */
export const listRecesses = endpoint<{ params: ById; reply: RecessesReply }>('GET', '/schoolyear/:id/recesses')

/** Replaces them all. */
export const replaceRecesses = endpoint<{ params: ById; body: RecessList; reply: EntityReply<RecessesReply> }>(
  'PUT',
  '/schoolyear/:id/recesses',
  'schoolyearEdited',
)

export interface CopyPreview {
  schoolyear: ManagedSchoolyear
  source: ManagedSchoolyear
  /** of the source, by their first day */
  testmoments: CopySource[]
  /** the days on which the school year itself has moments, each as often as it has */
  taken: string[]
  recesses: Recess[]
}

/** What one school year can take over of another. */
export const previewCopy = endpoint<{ params: ById & { source_id: number }; reply: CopyPreview }>(
  'GET',
  '/schoolyear/:id/copy/:source_id',
)

/** By their first day; what is automatic takes effect at once in the active year. */
export interface CopyReply extends EnrollmentsMade {
  entities: ManagedTestmoment[]
}

/** By the school year's link `copy_testmoments`: all of them or none, closed. May ask first, where the year has moments on these days. */
export const copyTestmoments = endpoint<{
  params: ById
  query: Confirmed
  body: Copies
  reply: CopyReply
}>('POST', '/schoolyear/:id/testmoments', 'testmomentCreated')
