import { flushCompileCache } from 'node:module'
import type { FileOrder, RowsToWrite } from './write-apart.ts'
import { ROWS_FOLLOW, writeFile } from './write-file.ts'

/** This process writes one file. write-apart.ts starts it, sends the order and rows, and asks for the file piece by piece. */
let order: FileOrder | undefined
const rows: unknown[] = []
let pieces: AsyncGenerator<Uint8Array> | undefined

/**
 * Messages in sequence: a `FileOrder`; for `ROWS_FOLLOW` parts of the rows, and 'whole' after the last; then 'next' for each further
 * piece. The reply is a piece, or null after the last.
 */
process.on('message', async (message: FileOrder | { rows: RowsToWrite } | string) => {
  if (typeof message === 'object' && 'rows' in message) {
    for (const row of message.rows) rows.push(row)
    return
  }
  if (!order) {
    order = message as FileOrder
    if (ROWS_FOLLOW.has(order.kind)) return
  }
  const isFirst = !pieces
  pieces ??= writeFile(order, rows)
  try {
    const { value } = await pieces.next()
    process.send?.(value ?? null)
    // Not later: write-apart.ts kills this process after the last piece.
    if (isFirst) flushCompileCache()
  } catch (error) {
    process.send?.(error)
  }
})

// The server finishes its downloads before it exits, so its signal is ignored here.
process.on('SIGTERM', () => undefined)
// The server is gone, so nobody needs the file.
process.on('disconnect', () => process.exit())
