import { randomBytes } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'

/** Gives 32 bytes. */
export type MakeKey = () => Buffer

/** Reads a key of 256 bits, or makes it where there is none. Two processes that start at once get the same. */
export async function readOrMakeKey(path: string, make: MakeKey = () => randomBytes(32)): Promise<Buffer> {
  try {
    return await readKey(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    await keep(make(), path)
    return readKey(path)
  }
}

async function readKey(path: string): Promise<Buffer> {
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url')
  if (key.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes`)
  return key
}

/** Written whole under another name and then linked: the name never shows half a key, and the first link wins. */
async function keep(key: Buffer, path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${key.toString('base64url')}\n`)
    await file.sync()
    await link(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await file.close()
    await unlink(draft)
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
