import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type MakeKey, readOrMakeKey } from './key-file.ts'

/** Newest first: that one makes, all of them verify. Never empty. */
export type KeyRing = readonly [newest: Buffer, ...older: Buffer[]]

/**
 * Reads a folder of keys named by number, '1.key' the oldest, which is made when there is none. To rotate, put the next
 * number beside them and start again; once whatever the oldest made has expired, its file can go.
 */
export async function readKeyRing(folder: string, make?: MakeKey): Promise<KeyRing> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const numbers = (await readdir(folder)).flatMap((name) => /^(\d+)\.key$/.exec(name)?.[1] ?? []).map(Number)
  const [newest = 1, ...older] = numbers.sort((one, other) => other - one)
  const read = (number: number) => readOrMakeKey(join(folder, `${number}.key`), make)
  return [await read(newest), ...(await Promise.all(older.map(read)))]
}
