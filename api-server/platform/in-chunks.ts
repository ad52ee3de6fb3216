/** SQLite takes 32,766 parameters a statement, PostgreSQL 65,535; a row may need a handful of them. */
const CHUNK = 1_000

export function* inChunks<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += CHUNK) yield items.slice(from, from + CHUNK)
}
