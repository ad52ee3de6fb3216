import { endpoint } from './endpoint.ts'
import type * as schemas from './results.schema.ts'

/**
 * The grid of a moment: everybody who is enrolled there, in the order of a Dutch register. For administrators, by the
 * moment's link `results`.
 */
export const readResults = endpoint<typeof schemas.readResultsSchemas>('GET', '/testmoment/:id/results')

/** Keeps drafts, each by its own version: of two teachers at one cell the second is notified, and nothing else is held up. */
export const saveResults = endpoint<typeof schemas.saveResultsSchemas>(
  'PUT',
  '/testmoment/:id/results',
  'resultsChanged',
)

/** Exports an .xlsx with a row per student and module, which the import reads. The link `export`. */
export const exportResults = endpoint<typeof schemas.exportResultsSchemas>('GET', '/testmoment/:id/results/export')

/** Previews publishing these modules (all where none is named). `confirmation` names the result. */
export const previewPublication = endpoint<typeof schemas.previewPublicationSchemas>(
  'POST',
  '/testmoment/:id/results/preview',
  { kind: 'question' },
)

/** 409 `plan-changed`, with the preview as it is now, when that is no longer what was shown. Either all of it happens or nothing. */
export const publishResults = endpoint<typeof schemas.publishResultsSchemas>(
  'POST',
  '/testmoment/:id/results/publish',
  'resultsChanged',
)

/** A list of results (CSV or pasted; .xlsx as text of it), judged line by line. `module_id`: of a list that names no module. */
export const previewResultImport = endpoint<typeof schemas.previewResultImportSchemas>(
  'POST',
  '/testmoment/:id/results/import/preview',
  { kind: 'question' },
)

/** Becomes drafts. 409 `plan-changed`. */
export const importResults = endpoint<typeof schemas.importResultsSchemas>(
  'POST',
  '/testmoment/:id/results/import',
  'resultsChanged',
)
