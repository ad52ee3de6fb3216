import { onEach } from '#tests/harness/places.ts'
import type { BenchRow } from '../result-table.ts'
import { readingRows } from './reading-rows.ts'
import { searchRows } from './search-rows.ts'

/** `npm run bench api`: what everyone asks for, and what teachers search, on each engine. */
export const benchApi = async (): Promise<BenchRow[]> => [...(await onEach(readingRows)), ...(await onEach(searchRows))]
