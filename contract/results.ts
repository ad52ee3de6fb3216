import type { z } from 'zod'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { ResultLine } from '#domain/import/result-line.schema.ts'
import type {
  Publication,
  ResultEdit,
  ResultStudent,
  resultLinksSchema,
  SavedResult,
} from '#domain/results/result.schema.ts'
import { type ById, endpoint } from './endpoint.ts'
import type { ConfirmedImport, Imported, ImportPreview, ListText } from './import.ts'

/** The grid of a moment: everybody who is enrolled there, in the order of a Dutch register. For administrators, by the moment's link `results`. */
export const readResults = endpoint<{
  params: ById
  reply: {
    testmoment: WhenAndWhere & { id: number }
    modules: { id: number; name: string }[]
    entities: ResultStudent[]
    _links: z.infer<typeof resultLinksSchema>
  }
}>('GET', '/testmoment/:id/results')

/** Keeps drafts, each by its own version: of two teachers at one cell the second is notified, and nothing else is held up. */
export const saveResults = endpoint<{
  params: ById
  body: { entities: ResultEdit[] }
  reply: { entities: SavedResult[] }
}>('PUT', '/testmoment/:id/results', 'resultsChanged')

/** By the link `export`: an .xlsx with a row per student and module, which the import reads. */
export const exportResults = endpoint<{ params: ById; reply: string }>('GET', '/testmoment/:id/results/export')

/** What publishing these modules (all where none is named) would do now. `confirmation` names it. */
export const previewPublication = endpoint<{
  params: ById
  body: { module_ids?: number[] | undefined }
  reply: { publication: Publication; confirmation: string }
}>('POST', '/testmoment/:id/results/preview', { kind: 'question' })

/** 409 `results-changed` when that is no longer what was shown. Either all of it happens or nothing. */
export const publishResults = endpoint<{
  params: ById
  body: { module_ids?: number[] | undefined; confirmation: string }
  reply: { publication: Publication }
}>('POST', '/testmoment/:id/results/publish', 'resultsChanged')

/** A list of results (CSV or pasted; .xlsx as text of it), judged line by line. `module_id`: of a list that names no module. */
export const previewResultImport = endpoint<{
  params: ById
  body: ListText & { module_id?: number | undefined }
  reply: ImportPreview<ResultLine>
}>('POST', '/testmoment/:id/results/import/preview', { kind: 'question' })

/** Becomes drafts. 409 `import-changed`. */
export const importResults = endpoint<{
  params: ById
  body: ConfirmedImport & { module_id?: number | undefined }
  reply: Imported
}>('POST', '/testmoment/:id/results/import', 'resultsChanged')
