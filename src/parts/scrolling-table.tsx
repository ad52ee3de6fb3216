import type { ComponentProps } from 'react'
import { Table } from '#src/ui/table.tsx'
import styles from './scrolling-table.module.css'

/** A long table that scrolls by itself, also by keyboard, so that the content below it stays near. */
export const ScrollingTable = <Row,>(table: ComponentProps<typeof Table<Row>>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable without a mouse
  <section className={styles.scrolling} data-layout="anchor" aria-label={table.caption} tabIndex={0}>
    <Table {...table} />
  </section>
)
