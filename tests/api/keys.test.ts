import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readKeys, readOrMakeKey } from '#server/keys.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const modeOf = (...path: string[]) => statSync(join(...path)).mode & 0o777
const emptyFolder = () => temporaryFolder()

test('secrets are made at the first start, for their owner’s eyes only, and kept', async () => {
  const folder = emptyFolder()
  const keys = await readKeys(folder)
  expect(await readKeys(folder)).toEqual(keys)
  expect(keys.accessToken).toHaveLength(32)
  expect(keys.accessToken).not.toEqual(keys.refreshToken)
  expect(modeOf(folder, 'keys')).toBe(0o700)
  for (const entry of readdirSync(join(folder, 'keys'), { recursive: true, withFileTypes: true }))
    expect(modeOf(entry.parentPath, entry.name), entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600)
})

test('two installations have different secrets', async () => {
  expect((await readKeys(emptyFolder())).accessToken).not.toEqual((await readKeys(emptyFolder())).accessToken)
})

test('processes that start at the same moment agree, and leave no drafts behind', async () => {
  const folder = emptyFolder()
  const all = await Promise.all(Array.from({ length: 8 }, () => readKeys(folder)))
  for (const keys of all) expect(keys).toEqual(all[0])
  expect(
    readdirSync(join(folder, 'keys'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.key\.\w+$/.test(file)),
  ).toEqual([])
})

test('two processes that both start for the first time use the key that was written first', async () => {
  const path = join(emptyFolder(), 'a.key')
  const theirs = Buffer.alloc(32, 1)
  const mine = await readOrMakeKey(path, () => {
    // The other process writes its key between our check and our write.
    writeFileSync(path, theirs.toString('base64url'))
    return Buffer.alloc(32, 2)
  })
  expect(mine).toEqual(theirs)
  expect(await readOrMakeKey(path)).toEqual(theirs)
})

test('a secret that is cut short is refused by its name, not replaced', async () => {
  const folder = emptyFolder()
  await readKeys(folder)
  const path = join(folder, 'keys', 'access-token.key')
  writeFileSync(path, 'AAAA')
  await expect(readKeys(folder)).rejects.toThrow('access-token.key')
  expect(readFileSync(path, 'utf8')).toBe('AAAA')
})
