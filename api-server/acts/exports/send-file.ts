import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { attachment } from '#api-server/platform/content-disposition.ts'
import type { PDF, XLSX } from '#contract/endpoint.ts'
import { unavailable } from '#server/problem.ts'
import type { FileOrder, FileWriter, RowsToWrite } from './write-apart.ts'

/** Files made at the same time. Each occupies a core, and a school's machine often has two. */
const FILES_AT_A_TIME = 2

interface FileToSend {
  name: string
  mediaType: typeof XLSX | typeof PDF
  order: FileOrder
  rows?: AsyncIterable<RowsToWrite>
}

let pending = 0

/**
 * Sends a file to download. Throws `unavailable` while `FILES_AT_A_TIME` are being read or written; a file counts from before its
 * data are read until its last piece is sent or the reader hung up.
 */
export async function sendFile(
  reply: FastifyReply,
  writeFile: FileWriter,
  read: () => Promise<FileToSend>,
): Promise<FastifyReply> {
  if (pending >= FILES_AT_A_TIME) throw unavailable('export-queue', { retryAfter: 2 })
  pending += 1
  try {
    const { name, mediaType, order, rows } = await read()
    const file = Readable.from(writeFile(order, rows)).once('close', free)
    return reply.type(mediaType).header('content-disposition', attachment(name)).send(file)
  } catch (error) {
    free()
    throw error
  }
}

function free(): void {
  pending -= 1
}
