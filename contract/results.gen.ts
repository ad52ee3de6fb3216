// Made of the declarations of calls by `npm run contract`.
import type * as resultsCalls from './results.calls.ts'
import { endpoint } from './endpoint.ts'

export const exportResults = endpoint<typeof resultsCalls.exportResults>('GET', '/testmoment/:id/results/export')
export const importResults = endpoint<typeof resultsCalls.importResults>('POST', '/testmoment/:id/results/import', { event: 'resultsChanged' })
export const previewPublication = endpoint<typeof resultsCalls.previewPublication>('POST', '/testmoment/:id/results/preview', { kind: 'question' })
export const previewResultImport = endpoint<typeof resultsCalls.previewResultImport>('POST', '/testmoment/:id/results/import/preview', { kind: 'question' })
export const publishResults = endpoint<typeof resultsCalls.publishResults>('POST', '/testmoment/:id/results/publish', { event: 'resultsChanged' })
export const readResults = endpoint<typeof resultsCalls.readResults>('GET', '/testmoment/:id/results')
export const saveResults = endpoint<typeof resultsCalls.saveResults>('PUT', '/testmoment/:id/results', { event: 'resultsChanged' })
