import { endpoint } from './endpoint.ts'
import type * as schemas from './results.schema.ts'

/** Returns the results grid of a moment, in the order of a Dutch class register. For administrators; its link `results`. */
export const readResults = endpoint<typeof schemas.readResultsSchemas>('GET', '/testmoment/:id/results')

/** Saves drafts, each with its own version: of two teachers at one cell the second is notified, and all else is saved. */
export const saveResults = endpoint<typeof schemas.saveResultsSchemas>(
  'PUT',
  '/testmoment/:id/results',
  'resultsChanged',
)

/** Exports an .xlsx with a row per student and module, which the import reads. The link `export`. */
export const exportResults = endpoint<typeof schemas.exportResultsSchemas>('GET', '/testmoment/:id/results/export')

/** Previews publishing these modules (all if none is named). `confirmation` identifies the result. */
export const previewPublication = endpoint<typeof schemas.previewPublicationSchemas>(
  'POST',
  '/testmoment/:id/results/preview',
  { kind: 'question' },
)

/** Publishes, all or nothing. 409 `plan-changed` with the current preview, if it differs from the one confirmed. */
export const publishResults = endpoint<typeof schemas.publishResultsSchemas>(
  'POST',
  '/testmoment/:id/results/publish',
  'resultsChanged',
)

/**
 * Previews a list of results (CSV or pasted; an .xlsx as its text), line by line. `module_id`: for a list that names no module.
 */
export const previewResultImport = endpoint<typeof schemas.previewResultImportSchemas>(
  'POST',
  '/testmoment/:id/results/import/preview',
  { kind: 'question' },
)

/** Imports results as drafts. 409 `plan-changed`. */
export const importResults = endpoint<typeof schemas.importResultsSchemas>(
  'POST',
  '/testmoment/:id/results/import',
  'resultsChanged',
)
