import type { BenchRow } from './result-table.ts'

export interface BenchOptions {
  /** a smaller school than the figures speak of, for trying a bench out */
  students?: number | undefined
}

/** One subject of `npm run bench`. */
export type Bench = (options: BenchOptions) => Promise<BenchRow[]>
