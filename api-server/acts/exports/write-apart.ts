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
  /** rows of the next two kinds follow in pieces: they are too many for one message */
  | { kind: 'audit'; about: string }
  | { kind: 'gradebook'; head: GradebookHead }
  | { kind: 'users'; people: ListedPerson[] }
  | { kind: 'door'; participation: Participation }
  | { kind: 'checklist'; list: ChecklistKind; participation: Participation }

/** Time (ms) without a request for a piece after which the download counts as abandoned, and its process is ended. */
const TIMEOUT_MS = 30_000

/** Gives a file in pieces. `rows`: only for kinds whose rows are sent after the order. */
export type FileWriter = (order: FileOrder, rows?: AsyncIterable<RowsToWrite>) => AsyncGenerator<Uint8Array>

/**
 * Writes a file in a process of its own, see write-apart.rationale.md. A caller that stops early (`return`, which a
 * destroyed stream calls) ends the process.
 */
export const writeApart: FileWriter = async function* (order, rows) {
  // Without the settings, which contain secrets; only with the folder of Node's compile cache.
  const { NODE_COMPILE_CACHE } = process.env
  const env = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
  const writer = fork(WRITER, { serialization: 'advanced', execArgv: [], env })
  let timeout: NodeJS.Timeout | undefined
  try {
    const replies = on(writer, 'message', { close: ['exit'] })
    writer.send(order)
    if (rows) {
      for await (const some of rows) await handOver(writer, { rows: some })
      writer.send(WHOLE)
    }
    for await (const [piece] of replies) {
      if (piece instanceof Error) throw piece
      if (!(piece instanceof Uint8Array)) return
      timeout = setTimeout(() => writer.kill('SIGKILL'), TIMEOUT_MS)
      yield piece
      clearTimeout(timeout)
      writer.send('next')
    }
    throw new Error('The process ended before the file was whole.')
  } finally {
    clearTimeout(timeout)
    writer.kill('SIGKILL')
  }
}

export type RowsToWrite = readonly unknown[]

/** Message to the writing process after the last rows. */
const WHOLE = 'whole'

/** Resolves once the pipe has accepted the piece; then the next one is read. */
const handOver = (writer: ChildProcess, piece: { rows: RowsToWrite }) =>
  new Promise<void>((done, fail) => {
    writer.send(piece, (error) => (error ? fail(error) : done()))
  })

const WRITER = fileURLToPath(new URL('./file-writer.ts', import.meta.url))
