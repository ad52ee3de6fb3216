import type { ChecklistRow } from './checklist-row.ts'
import { rows as area } from './page-layout.ts'

export interface PrintedList {
  module: string
  description: string
  rows: readonly ChecklistRow[]
}

interface PlacedRow extends ChecklistRow {
  y: number
  height: number
}

export interface ChecklistPage {
  list: PrintedList
  rows: PlacedRow[]
  /** the list began on an earlier page */
  continued: boolean
}

/** Parts the lists in pages, each list on pages of its own. `heightOf` tells what a row takes, in points. */
export const checklistPages = (
  lists: readonly PrintedList[],
  heightOf: (row: ChecklistRow) => number,
): ChecklistPage[] => lists.flatMap((list) => pagesOf(list, heightOf))

function pagesOf(list: PrintedList, heightOf: (row: ChecklistRow) => number): ChecklistPage[] {
  const pages: ChecklistPage[] = []
  let y = Number.POSITIVE_INFINITY
  for (const row of list.rows) {
    const height = heightOf(row)
    if (y + height > area.bottom) {
      pages.push({ list, rows: [], continued: pages.length > 0 })
      y = area.top
    }
    pages.at(-1)?.rows.push({ ...row, y, height })
    y += height
  }
  return pages
}
