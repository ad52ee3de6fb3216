import type { FileWriter } from '#api-server/acts/exports/write-apart.ts'
import { writeFile } from '#api-server/acts/exports/write-file.ts'

/**
 * Writes a file in this process, which is spared the start of another for each of a hundred files; it is given plain values
 * alone, like that one. That each kind is written by a process of its own as it is here: tests/api/writing-files.test.ts.
 */
export const writeHere: FileWriter = async function* (order, rows) {
  const given: unknown[] = []
  if (rows) for await (const some of rows) given.push(...structuredClone(some))
  yield* writeFile(structuredClone(order), given)
}
