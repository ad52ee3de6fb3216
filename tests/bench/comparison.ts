import { median } from '#tests/harness/statistics.ts'
import type { BenchRow } from './result-table.ts'

export const ROUNDS = 5

export interface Comparison {
  measured: number
  reference: number
  /** ratio of measured to reference in the same round: what slows the machine for a while slows both */
  ratio: number
}

/** Measures all in turn, since machines are shared and drift: each is compared with every other of its round. */
export async function takeTurns<Name extends string>(
  measures: Record<Name, () => Promise<number>>,
): Promise<(measured: Name, reference: Name) => Comparison> {
  const names = Object.keys(measures) as Name[]
  const rounds: Record<Name, number>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const figures = {} as Record<Name, number>
    for (const name of names) figures[name] = await measures[name]()
    rounds.push(figures)
  }
  return (measured, reference) =>
    comparisonOf(rounds.map((round) => ({ measured: round[measured], reference: round[reference] })))
}

/** The medians of rounds in each of which both were measured. */
export const comparisonOf = (rounds: readonly Pick<Comparison, 'measured' | 'reference'>[]): Comparison => ({
  measured: median(rounds.map(({ measured }) => measured)),
  reference: median(rounds.map(({ reference }) => reference)),
  ratio: median(rounds.map(({ measured, reference }) => measured / reference)),
})

type Figure = Pick<BenchRow, 'figure' | 'goal' | 'reached'>
type Written = (value: number) => string

export const plain: Written = (value) => value.toLocaleString('en', { maximumFractionDigits: 2 })
export const inMs: Written = (value) => `${Math.round(value).toLocaleString('en')} ms`
export const inSeconds: Written = (ms) => `${(ms / 1_000).toFixed(1)} s`

/** Less is better. */
export const atMost = (value: number, goal: number, written = plain): Figure => ({
  figure: written(value),
  goal: `≤ ${written(goal)}`,
  reached: value <= goal,
})

/** More is better. */
export const atLeast = (value: number, goal: number, written = plain): Figure => ({
  figure: written(value),
  goal: `≥ ${written(goal)}`,
  reached: value >= goal,
})

/** Requests a second: more is better. */
export const rateRow = (what: string, compared: Comparison, to: string, goal: number): BenchRow => ({
  what,
  measured: `${Math.round(compared.measured)} /s`,
  reference: `${Math.round(compared.reference)} /s ${to}`,
  ...atLeast(compared.ratio, goal),
})
