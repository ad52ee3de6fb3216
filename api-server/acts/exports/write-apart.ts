import { type ChildProcess, fork } from 'node:child_process'
import { on } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { YearResults } from '#api-server/acts/statistics/statistics.ts'
import type { GradebookHead } from './gradebook-sheet.ts'
import type { GradedParticipation, Participation } from './participation.ts'
import type { ChecklistKind } from './presence-checklist.ts'
import type { ListedPerson } from './users-sheet.ts'

/** Order to write a file, with all its data in plain values: the writer has no database. */
export type FileOrder =
  | { kind: 'export'; participation: Participation }
  | { kind: 'results'; participation: GradedParticipation }
  | { kind: 'result-statistics'; year: YearResults }
  | { kind: 'audit'; about: string }
  | { kind: 'gradebook'; head: GradebookHead }
  | { kind: 'users'; people: ListedPerson[] }
  | { kind: 'door'; participation: Participation }
  | { kind: 'checklist'; list: ChecklistKind; participation: Participation }

/** Writes a file and yields it in pieces. `rows`: for the kinds in `ROWS_FOLLOW` of write-file.ts. */
export type FileWriter = (order: FileOrder, rows?: AsyncIterable<RowsToWrite>) => AsyncGenerator<Uint8Array>

/**
 * Writes a file in a process of its own, see write-apart.rationale.md. A caller that stops early (`return`, which a
 * destroyed stream calls) ends the process.
 */
export const writeApart: FileWriter = async function* (order, rows) {
  // The other variables are settings, which contain secrets; only the folder of the compile cache is needed.
  const { NODE_COMPILE_CACHE } = process.env
  const env = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
  const writer = fork(WRITER, { serialization: 'advanced', execArgv: [], env })
  // A message to a process that was killed is an error as well, and would be nobody's; that no piece follows says it.
  writer.on('error', () => undefined)
  try {
    const replies = on(writer, 'message', { close: ['exit'] })
    writer.send(order)
    if (rows) {
      for await (const some of rows) await sendRows(writer, some)
      writer.send(ALL_ROWS_SENT)
    }
    for await (const [piece] of replies) {
      if (piece instanceof Error) throw piece
      if (!(piece instanceof Uint8Array)) return
      yield piece
      writer.send('next')
    }
    throw new Error('The process ended before the file was complete.')
  } finally {
    writer.kill('SIGKILL')
  }
}

export type RowsToWrite = readonly unknown[]

/** Message to the writing process after the last rows. */
const ALL_ROWS_SENT = 'whole'

/** Resolves once the pipe has accepted the rows, so that no more are read than fit. */
const sendRows = (writer: ChildProcess, rows: RowsToWrite) =>
  new Promise<void>((done, fail) => {
    writer.send({ rows }, (error) => (error ? fail(error) : done()))
  })

const WRITER = fileURLToPath(new URL('./file-writer.ts', import.meta.url))
