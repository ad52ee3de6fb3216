import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { attachment } from '#api-server/platform/content-disposition.ts'
import type { PDF, XLSX } from '#contract/endpoint.ts'
import { unavailable } from '#server/problem.ts'
import type { FileOrder, FileWriter, RowsToWrite } from './write-apart.ts'

/** Files made at the same time. Each occupies a core, and a school's machine often has two. */
const FILES_AT_A_TIME = 2

/** ms without a request for the next piece after which a reader counts as gone. */
const IDLE_READER_MS = 30_000

interface FileToSend {
  name: string
  mediaType: typeof XLSX | typeof PDF
  order: FileOrder
  rows?: AsyncIterable<RowsToWrite>
}

let pending = 0

/**
 * Sends a file to download. Throws `unavailable` while `FILES_AT_A_TIME` are being read or written; a file counts from before its
 * data are read until its last piece is written, or its reader hung up or has asked for nothing for a while.
 */
export async function sendFile(
  reply: FastifyReply,
  writeFile: FileWriter,
  read: () => Promise<FileToSend>,
): Promise<FastifyReply> {
  if (pending >= FILES_AT_A_TIME) throw unavailable('export-queue', { retryAfter: 2 })
  const free = occupyPlace()
  try {
    const { name, mediaType, order, rows } = await read()
    const pieces = whileRead(writeFile(order, rows), { onIdle: () => file.destroy(), onEnd: free })
    const file = Readable.from(pieces).once('close', free)
    return reply.type(mediaType).header('content-disposition', attachment(name)).send(file)
  } catch (error) {
    free()
    throw error
  }
}

/** Returns how to free the place, which does so once. */
function occupyPlace(): () => void {
  pending += 1
  let isFree = false
  return () => {
    if (!isFree) pending -= 1
    isFree = true
  }
}

async function* whileRead<Piece>(pieces: AsyncIterable<Piece>, on: { onIdle: () => void; onEnd: () => void }) {
  let timeout: NodeJS.Timeout | undefined
  try {
    for await (const piece of pieces) {
      timeout = setTimeout(on.onIdle, IDLE_READER_MS)
      yield piece
      clearTimeout(timeout)
    }
  } finally {
    clearTimeout(timeout)
    on.onEnd()
  }
}
