import { createHash } from 'node:crypto'
import type { MovingDatabase, Row, Table } from '#database/engine/move/moving-database.ts'
import { differenceTexts as texts } from './move.texts.ts'

export interface Compared {
  table: string
  rows: number
  /** SHA-256, in hexadecimal, over all rows of one side in order; equal on both sides when `difference` is undefined */
  sum: string
  /** first difference, in words and without the contents of a row; undefined if the sides are equal */
  difference: string | undefined
}

export async function compareTable(one: MovingDatabase, other: MovingDatabase, table: Table): Promise<Compared> {
  const [here, there] = [new RowReader(one.pages(table)), new RowReader(other.pages(table))]
  const [hashHere, hashThere] = [createHash('sha256'), createHash('sha256')]
  let rows = 0
  let difference: string | undefined
  while (difference === undefined) {
    const [left, right] = [
      here.take() ?? (await here.takeFromNextPage()),
      there.take() ?? (await there.takeFromNextPage()),
    ]
    if (left === undefined && right === undefined) break
    if (left === undefined || right === undefined) difference = texts.inOneOnly(nameOf(table, left ?? right))
    else {
      const [lineHere, lineThere] = [JSON.stringify(left), JSON.stringify(right)]
      hashHere.update(lineHere)
      hashThere.update(lineThere)
      if (lineHere !== lineThere) difference = `${nameOf(table, left)}: ${unequalColumns(table, left, right)}`
      rows += 1
    }
  }
  await Promise.all([here.end(), there.end()])
  const [sum, sumThere] = [hashHere.digest('hex'), hashThere.digest('hex')]
  if (difference === undefined && sum !== sumThere) difference = texts.otherSums
  // Both sides were read with the code that made the copy. If that skips rows, both sides would seem equal, so count them too.
  const counted = difference === undefined ? await Promise.all([one.count(table), other.count(table)]) : []
  if (counted.some((count) => count !== rows)) difference = texts.otherCounts(table.name, rows, counted)
  if (difference === undefined && table.isNumbered) {
    const [next, nextThere] = [await one.nextNumber(table), await other.nextNumber(table)]
    if (next !== nextThere) difference = texts.otherNextNumbers(next, nextThere)
  }
  return { table: table.name, rows, sum, difference }
}

const nameOf = ({ name, columns, key }: Table, row: Row = []): string =>
  `${name} ${key.map((column) => row[columns.indexOf(column)]).join(' ')}`

const unequalColumns = ({ columns }: Table, one: Row, other: Row): string =>
  columns.filter((_, index) => one[index] !== other[index]).join(', ')

/** Reads pages of rows one row at a time, and waits only between pages. */
class RowReader {
  readonly #pages: AsyncIterator<readonly Row[]>
  #page: readonly Row[] = []
  #index = 0

  constructor(pages: AsyncIterable<readonly Row[]>) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  /** Takes the next row of the page in memory; undefined at its end. */
  take(): Row | undefined {
    return this.#page[this.#index++]
  }

  /** Loads the next page and takes its first row; undefined after the last page. */
  async takeFromNextPage(): Promise<Row | undefined> {
    const { value, done } = await this.#pages.next()
    this.#page = done ? [] : value
    this.#index = 0
    return this.take()
  }

  async end(): Promise<void> {
    await this.#pages.return?.()
  }
}
