import type { BenchRow } from './result-table.ts'

export interface BenchOptions {
  /** a smaller school than the figures speak of, for trying a bench out */
  students?: number | undefined
  /** the figures go to the pages of docs/, also those of a page that a bench has to itself */
  page?: boolean | undefined
}

/** One subject of `npm run bench`. */
export type Bench = (options: BenchOptions) => Promise<BenchRow[]>
