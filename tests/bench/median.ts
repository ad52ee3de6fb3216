export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]]
  if (low === undefined || high === undefined) throw new RangeError('The median of nothing.')
  return (low + high) / 2
}
