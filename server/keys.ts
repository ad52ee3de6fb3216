import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readOrMakeKey } from './key-file.ts'
import { type KeyRing, readKeyRing } from './key-ring.ts'

/** The servers' own secrets, 256 bits each. */
export interface Keys {
  /** signs access tokens (HS256) */
  accessToken: Buffer
  /** derives a refresh token's successor from it (HMAC) */
  refreshToken: Buffer
  /** derive the links in letters from what the database keeps (HMAC) */
  links: KeyRing
}

/** Reads the secrets of DATA_DIR/keys and makes those that are missing. Two processes that start at once get the same. */
export async function readKeys(dataDir: string): Promise<Keys> {
  const folder = join(dataDir, 'keys')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    accessToken: await readOrMakeKey(join(folder, 'access-token.key')),
    refreshToken: await readOrMakeKey(join(folder, 'refresh-token.key')),
    links: await readKeyRing(join(folder, 'links')),
  }
}
