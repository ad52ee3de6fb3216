import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** The servers' own secrets, 256 bits each. */
export interface Keys {
  /** signs access tokens (HS256) */
  accessToken: Buffer
  /** derives a refresh token's successor from it (HMAC) */
  refreshToken: Buffer
}

/** Reads the secrets of DATA_DIR/keys and makes those that are missing. Two processes that start at once get the same. */
export async function readKeys(dataDir: string): Promise<Keys> {
  const folder = join(dataDir, 'keys')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    accessToken: await readOrMakeKey(join(folder, 'access-token.key')),
    refreshToken: await readOrMakeKey(join(folder, 'refresh-token.key')),
  }
}

async function readOrMakeKey(path: string): Promise<Buffer> {
  try {
    return await readKey(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    await makeKey(path)
    return readKey(path)
  }
}

async function readKey(path: string): Promise<Buffer> {
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url')
  if (key.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes`)
  return key
}

/** Written whole under another name and then linked: the name never shows half a key, and the first link wins. */
async function makeKey(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
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
