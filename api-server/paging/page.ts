/** The rows of one page, asked for with one more than it shows: that one tells whether another page follows. */
export function pageOf<Row>(rows: readonly Row[], size: number): { shown: Row[]; last: Row | undefined } {
  const shown = rows.slice(0, size)
  return { shown, last: rows.length > size ? shown.at(-1) : undefined }
}
