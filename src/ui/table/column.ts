import type { ReactNode } from 'react'

export interface Column<Row> {
  /** unique in its table */
  key: string
  /** above the column, and beside the value where rows are cards */
  label: string
  /** the cell says enough to who sees it: the label is read aloud only */
  hideLabel?: boolean
  cell: (row: Row) => ReactNode
  /** by what people sort; leave out where nobody would */
  sortBy?: (row: Row) => string | number
  /** figures stand at the end */
  align?: 'end'
}
