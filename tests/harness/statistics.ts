export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]]
  if (low === undefined || high === undefined) throw new RangeError('The median of nothing.')
  return (low + high) / 2
}

/** The value below which this share (0 to 1) of all lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)]
  if (value === undefined) throw new RangeError('A percentile of nothing.')
  return value
}

export const sum = <Item>(items: Iterable<Item>, of: (item: Item) => number): number =>
  [...items].reduce((total, item) => total + of(item), 0)

export async function timed<Answer>(act: () => Promise<Answer>): Promise<[ms: number, answer: Answer]> {
  const started = performance.now()
  const answer = await act()
  return [performance.now() - started, answer]
}
