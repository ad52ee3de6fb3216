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

/** As `compare` of several, each beside every other of its round. */
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
