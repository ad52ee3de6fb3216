import { flushCompileCache } from 'node:module'
import type { FileOrder, RowsToWrite } from './write-apart.ts'
import { writeFile } from './write-file.ts'

/** Order and rows sent to this process; write-apart.ts starts one for each file, and asks for piece after piece. */
let order: FileOrder | undefined
const rows: unknown[] = []
let pieces: AsyncGenerator<Uint8Array> | undefined

/**
 * Messages in sequence: the order; for some kinds its rows, and a text after the last of them; then a text for each further
 * piece. The reply is a piece, or null after the last.
 */
process.on('message', async (message: FileOrder | { rows: RowsToWrite } | string) => {
  if (typeof message === 'object' && 'rows' in message) {
    for (const row of message.rows) rows.push(row)
    return
  }
  if (!order) {
    order = message as FileOrder
    if (order.kind === 'audit' || order.kind === 'gradebook') return
  }
  const isFirst = !pieces
  pieces ??= writeFile(order, rows)
  try {
    const { value } = await pieces.next()
    process.send?.(value ?? null)
    // Not after the last piece: write-apart.ts then ends this process at once.
    if (isFirst) flushCompileCache()
  } catch (error) {
    process.send?.(error)
  }
})

// A server that is shutting down first lets its downloads finish. Once it is gone, nobody needs the file.
process.on('SIGTERM', () => undefined)
process.on('disconnect', () => process.exit())
