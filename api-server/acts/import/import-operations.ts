import { IMPORT_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import type { Endpoint, Schemas } from '#contract/endpoint.ts'
import type { ReasonCode } from '#contract/refusals.ts'
import type { Database } from '#database/engine/open-database.ts'
import { operation } from '#server/operation.ts'
import { importedBy } from './kept-import.ts'

const faults = [
  'import-empty',
  'import-too-long',
  'import-line-too-long',
  'import-quote-open',
  'import-column-missing',
] as const

interface Description {
  summary: string
  /** refusals in addition to those of every list */
  reasons?: readonly ReasonCode[]
}

/** Request that previews each line of a list. */
export const previewOperation = <Given extends Schemas>(
  endpoint: Endpoint<Given>,
  schemas: Given,
  { summary, reasons = [] }: Description,
) => ({
  ...operation(endpoint, schemas, { reach: 'administration', summary, reasons: [...reasons, ...faults] }),
  bodyLimit: IMPORT_LIMIT_BYTES,
})

/** Request that imports a confirmed list. `database`: where a reply can be made again from stored data. */
export const importOperation = <Given extends Schemas>(
  endpoint: Endpoint<Given>,
  schemas: Given,
  { summary, reasons = [], database }: Description & { database?: Database },
) => ({
  ...operation(endpoint, schemas, {
    reach: 'administration',
    summary,
    reasons: [...reasons, 'plan-changed', ...faults],
    ...(database && { rebuild: (_, ids) => importedBy(database.kysely, ids) }),
  }),
  bodyLimit: IMPORT_LIMIT_BYTES,
})
