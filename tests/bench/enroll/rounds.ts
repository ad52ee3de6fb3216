import { median } from '../median.ts'

export const ROUNDS = 5

export interface Comparison {
  measured: number
  reference: number
  /** of measured to reference, round by round: what slows the machine for a while slows both */
  ratio: number
}

/** Measures both in turn, since machines are shared and drift. */
export async function compare(measure: () => Promise<number>, refer: () => Promise<number>): Promise<Comparison> {
  const rounds: Pick<Comparison, 'measured' | 'reference'>[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push({ reference: await refer(), measured: await measure() })
  return comparisonOf(rounds)
}

/** The medians of rounds in each of which both were measured. */
export const comparisonOf = (rounds: readonly Pick<Comparison, 'measured' | 'reference'>[]): Comparison => ({
  measured: median(rounds.map(({ measured }) => measured)),
  reference: median(rounds.map(({ reference }) => reference)),
  ratio: median(rounds.map(({ measured, reference }) => measured / reference)),
})
