import { createHash } from 'node:crypto'
import type { MovingDatabase, Row, Table } from '#database/engine/move/moving-database.ts'

/** Result of comparing one table. */
export interface Compared {
  table: string
  rows: number
  /** SHA-256 over all its rows in order, hexadecimal; alike on both sides when `difference` is undefined */
  sum: string
  /** where they first part, in words and without what a row holds */
  difference: string | undefined
}

/** Reads the table from both sides, row beside row. */
export async function compareTable(one: MovingDatabase, other: MovingDatabase, table: Table): Promise<Compared> {
  const [here, there] = [new RowReader(one.pages(table)), new RowReader(other.pages(table))]
  const [hashHere, hashThere] = [createHash('sha256'), createHash('sha256')]
  let rows = 0
  let difference: string | undefined
  while (difference === undefined) {
    const [left, right] = [here.at() ?? (await here.next()), there.at() ?? (await there.next())]
    if (left === undefined && right === undefined) break
    if (left === undefined || right === undefined)
      difference = `${nameOf(table, left ?? right)} staat maar in een van beide`
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
  if (difference === undefined && sum !== sumThere) difference = 'de sommen verschillen'
  // Both were read by what the copy was read by: a table that it reads half would be equal to its half.
  const counted = difference === undefined ? await Promise.all([one.count(table), other.count(table)]) : []
  if (counted.some((count) => count !== rows))
    difference = `${table.name}: ${rows} regels gelezen, en ${counted.join(' en ')} geteld`
  if (difference === undefined && table.isNumbered) {
    const [next, nextThere] = [await one.nextNumber(table), await other.nextNumber(table)]
    if (next !== nextThere) difference = `het volgende nummer is ${next} en ${nextThere}`
  }
  return { table: table.name, rows, sum, difference }
}

const nameOf = ({ name, columns, key }: Table, row: Row = []): string =>
  `${name} ${key.map((column) => row[columns.indexOf(column)]).join(' ')}`

const unequalColumns = ({ columns }: Table, one: Row, other: Row): string =>
  columns.filter((_, index) => one[index] !== other[index]).join(', ')

/** Gives the rows of pages one by one, and waits only between pages. */
class RowReader {
  readonly #pages: AsyncIterator<readonly Row[]>
  #page: readonly Row[] = []
  #index = 0

  constructor(pages: AsyncIterable<readonly Row[]>) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  /** the next row, where it is in memory already */
  at(): Row | undefined {
    return this.#page[this.#index++]
  }

  /** the next row of another page; undefined after the last */
  async next(): Promise<Row | undefined> {
    const { value, done } = await this.#pages.next()
    this.#page = done ? [] : value
    this.#index = 0
    return this.at()
  }

  async end(): Promise<void> {
    await this.#pages.return?.()
  }
}
