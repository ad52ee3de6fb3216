import type { ComponentProps } from 'react'
import { Table } from '#src/ui/table.tsx'
import styles from './scrolling-table.module.css'

/** A table that scrolls in itself when it is long, so that what stands below it stays near; also by keyboard. */
export const ScrollingTable = <Row,>(table: ComponentProps<typeof Table<Row>>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable for who has no mouse
  <section className={styles.scrolling} data-layout="anchor" aria-label={table.caption} tabIndex={0}>
    <Table {...table} />
  </section>
)
