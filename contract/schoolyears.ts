import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './schoolyears.schema.ts'

/** Returns the active school year; 404 if none is. */
export const getActiveSchoolyear = endpoint<typeof schemas.getActiveSchoolyearSchemas>('GET', '/schoolyear')

/** Returns a school year. For administrators. */
export const getSchoolyear = endpoint<typeof schemas.getSchoolyearSchemas>('GET', '/schoolyear/:id')

/** Lists school years, by default latest name first; archived ones on request. For administrators. */
export const listSchoolyears = endpoint<typeof schemas.listSchoolyearsSchemas>('GET', '/schoolyears/:paging')

/** Creates a school year, which is inactive. For administrators. */
export const createSchoolyear = endpoint<typeof schemas.createSchoolyearSchemas>(
  'POST',
  '/schoolyear',
  'schoolyearCreated',
)

/**
 * Edits a school year. Activating it deactivates the other in the same transaction, and may need a confirmation. Archiving and
 * unarchiving, by the links of these names, edit `archived`. The school year's link `edit`.
 */
export const editSchoolyear = endpoint<typeof schemas.editSchoolyearSchemas>(
  'PUT',
  '/schoolyear/:id',
  'schoolyearEdited',
)

/**
 * Deletes a school year with its days without lessons. 409 `schoolyear-in-use` with the number of its moments. The
 * school year's link `delete`.
 */
export const deleteSchoolyear = endpoint<typeof schemas.deleteSchoolyearSchemas>(
  'DELETE',
  '/schoolyear/:id',
  'schoolyearEdited',
)

/** Lists days without lessons. The school year's link `list_recesses`. */
export const listRecesses = endpoint<typeof schemas.listRecessesSchemas>('GET', '/schoolyear/:id/recesses')
export type RecessesReply = ReplyOf<typeof listRecesses>

/** Replaces all days without lessons. */
export const replaceRecesses = endpoint<typeof schemas.replaceRecessesSchemas>(
  'PUT',
  '/schoolyear/:id/recesses',
  'schoolyearEdited',
)

/** Returns the moments that one school year can copy from another. */
export const previewCopy = endpoint<typeof schemas.previewCopySchemas>('GET', '/schoolyear/:id/copy/:source_id')
export type CopyPreview = ReplyOf<typeof previewCopy>

/**
 * Copies moments, all or none; the copies are closed. May need a confirmation if the year has moments on these days. The school
 * year's link `copy_testmoments`.
 */
export const copyTestmoments = endpoint<typeof schemas.copyTestmomentsSchemas>(
  'POST',
  '/schoolyear/:id/testmoments',
  'testmomentCreated',
)
export type CopyReply = ReplyOf<typeof copyTestmoments>
