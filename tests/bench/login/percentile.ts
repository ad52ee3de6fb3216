/** The value below which this share (0 to 1) of all lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)]
  if (value === undefined) throw new RangeError('A percentile of nothing.')
  return value
}
