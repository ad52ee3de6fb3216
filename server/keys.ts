import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

type MakeKey = () => Buffer

/** Reads a key of 256 bits, or makes it if there is none. Two processes that start at once get the same key. */
export async function readOrMakeKey(path: string, make: MakeKey = () => randomBytes(32)): Promise<Buffer> {
  try {
    return await readKey(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    await keep(make(), path)
    return readKey(path)
  }
}

async function readIfThere(path: string): Promise<Buffer[]> {
  try {
    return [await readKey(path)]
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

async function readKey(path: string): Promise<Buffer> {
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url')
  if (key.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes`)
  return key
}

/** Writes the key under another name and then links it: the final name never has half a key, and the first link wins. */
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

/** Keys, newest first: the newest signs, all of them verify. Never empty. */
export type KeyRing = readonly [newest: Buffer, ...older: Buffer[]]

/**
 * Reads a folder of keys named by number, '1.key' the oldest; makes that one if there is none. To rotate, add the next number
 * and restart; delete the oldest file once everything that it signed has expired.
 */
export async function readKeyRing(folder: string, make?: MakeKey): Promise<KeyRing> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const numbers = (await readdir(folder)).flatMap((name) => /^(\d+)\.key$/.exec(name)?.[1] ?? []).map(Number)
  const [newest = 1, ...older] = numbers.sort((one, other) => other - one)
  const read = (number: number) => readOrMakeKey(join(folder, `${number}.key`), make)
  return [await read(newest), ...(await Promise.all(older.map(read)))]
}

/** Secrets of the servers, 256 bits each. */
export interface Keys {
  /** signs access tokens (HS256) */
  accessToken: Buffer
  /** derives a refresh token's successor from it (HMAC) */
  refreshToken: Buffer
  /** derive the links in letters from what the database stores (HMAC) */
  links: KeyRing
  /** for HMACs of deleted users' identities, of passkey owners and of recovery codes, and for drawing seats: never replaced */
  identities: Buffer
  /** derives the codes by which students are ticked at the door (HMAC); an HMAC by a buffer takes six times as long */
  doorCodes: KeyObject
  /**
   * encrypt secrets of authenticator apps in the database (AES-256-GCM); the newest also signs challenges for passkeys (HMAC).
   * An older one, 'secrets.old.key', is there until `npm run migrate` has sealed them all by the newest
   */
  secrets: KeyRing
}

/** Reads the secrets in DATA_DIR/keys and makes missing ones. Two processes that start at once get the same. */
export async function readKeys(dataDir: string): Promise<Keys> {
  const folder = join(dataDir, 'keys')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    accessToken: await readOrMakeKey(join(folder, 'access-token.key')),
    refreshToken: await readOrMakeKey(join(folder, 'refresh-token.key')),
    links: await readKeyRing(join(folder, 'links')),
    identities: await readOrMakeKey(join(folder, 'identities.key')),
    doorCodes: createSecretKey(await readOrMakeKey(join(folder, 'door-codes.key'))),
    secrets: [
      await readOrMakeKey(join(folder, 'secrets.key')),
      ...(await readIfThere(join(folder, 'secrets.old.key'))),
    ],
  }
}

/** Derives a key of 256 bits for one use from a key with several uses (RFC 5869). */
export const derivedKey = (key: Buffer, use: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', use, 32))
