import { type ReactNode, useState } from 'react'
import { Fold, Unfolded } from '#src/ui/fold.tsx'

interface RestFoldProps<Row> {
  /** 'Nu niet te kiezen', before the number of rows */
  name: string
  rows: readonly Row[]
  isChoosable: (row: Row) => boolean
  /** initially open */
  isOpen: boolean
  children: (rows: readonly Row[]) => ReactNode
}

/**
 * Rows at the end of a list in which nothing can be chosen, folded. Once something in it can be, it is in no fold: a row of a
 * closed fold appears below the fold's line, and an open fold becomes a plain list, so that nothing in sight moves.
 */
export function RestFold<Row>({ name, rows, isChoosable, isOpen, children }: RestFoldProps<Row>) {
  // Indexes of the rows that were below an open fold when it was opened; null while it is closed.
  const [freed, setFreed] = useState<readonly number[] | null>(isOpen ? [] : null)
  const isFreed = (row: Row, index: number) => (freed ? freed.includes(index) : isChoosable(row))
  const inside = rows.filter((row, index) => !isFreed(row, index))
  const below = rows.filter(isFreed)
  const opened = inside.filter(isChoosable).length
  const closed = `${name} (${inside.length - opened})`
  const onToggle = (isNowOpen: boolean) =>
    setFreed(isNowOpen ? rows.flatMap((row, index) => (isChoosable(row) ? [index] : [])) : null)
  return (
    <>
      {inside.length > 0 &&
        (opened > 0 ? (
          <Unfolded title={`Nu te kiezen (${opened})${opened < inside.length ? `, ${closed.toLowerCase()}` : ''}`}>
            {children(inside)}
          </Unfolded>
        ) : (
          <Fold title={closed} isOpen={freed !== null} onToggle={onToggle}>
            {children(inside)}
          </Fold>
        ))}
      {below.length > 0 && children(below)}
    </>
  )
}
