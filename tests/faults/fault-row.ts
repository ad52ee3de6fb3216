import type { Engine } from '#tests/harness/places.ts'

/** One line of `npm run faults`: what was done to the product, what had to hold, and whether it did. */
export interface FaultRow {
  fault: string
  /** how often, under what load, on which database */
  done: string
  invariant: string
  /** the figures by which it was judged */
  measured: string
  /** goal for those figures */
  goal: string
  /** whether the invariants held; a slow machine breaks none */
  held: boolean
  /** a goal in seconds was missed: that fails the full run, and is only reported by the bounded one */
  late?: boolean
  /** something that this machine lacks, so that there is no verdict: see `notTried` */
  lacks?: string
}

/** Nothing that held: it fails the full run, and CI; a bounded run elsewhere names it and goes on. */
export const notTried = (fault: string, lacks: string): FaultRow => ({
  fault,
  done: 'nothing',
  invariant: 'it is tried',
  measured: `not tried: ${lacks}`,
  goal: 'a verdict',
  held: false,
  lacks,
})

/** `quick` is bounded for CI; `full` is what a release has to stand. */
export type Extent = 'quick' | 'full'

/** For `onEach`, where both engines would be too long for CI. */
export const onlyPostgresWhenQuick = (extent: Extent): { engines?: Engine[] } =>
  extent === 'quick' ? { engines: ['PostgreSQL'] } : {}

/**
 * Program that causes one fault and judges the outcome. It needs nothing but this machine, stays on loopback, waits
 * for states rather than for time, and leaves no process or folder behind. If it throws, the fault counts as not
 * held.
 */
export interface Fault {
  run(extent: Extent): Promise<FaultRow[]>
  /** false for what `npm test` has as tests of its own, or what cannot be made short */
  quick: boolean
  /** minutes after which the full run takes it for hanging; 20 by itself */
  limit?: number
}
