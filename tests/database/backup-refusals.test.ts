import { existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import type { Config } from '#server/config.ts'
import { readKeys } from '#server/keys.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/databases.ts'
import { startPgBouncer } from '#tests/support/pgbouncer.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'
import { makeBackup } from '../../scripts/backup/make-backup.ts'
import { describeFiles } from '../../scripts/backup/manifest.ts'
import { restoreBackup } from '../../scripts/backup/restore-backup.ts'
import { pgbouncer } from '../../scripts/machine.ts'
import { changeManifest, copyOf, placeOf, placeWithSchool } from './support/backup-stage.ts'
import { wholeContents } from './support/whole-contents.ts'

const NOW = Date.parse('2026-03-10T02:00:00.000Z')
const [ONCE, REPLACING] = [
  { replace: false, now: NOW },
  { replace: true, now: NOW },
]
const newFolder = () => join(scratchFolder(), 'backup')

describeOnEachDatabase('a backup', (_, urls) => {
  let place: Config
  let empty: Config
  let backup: string

  beforeAll(async () => {
    place = await placeWithSchool(await urls.fresh())
    empty = placeOf(await urls.empty())
    backup = newFolder()
    await makeBackup(place, backup, NOW)
  })

  const spoilt = (spoil: (copy: string) => void) => {
    const copy = copyOf(backup)
    spoil(copy)
    return restoreBackup(empty, copy, ONCE)
  }
  const untouched = async () => {
    expect(await wholeContents(empty.databaseUrl)).toEqual({})
    expect(readdirSync(empty.dataDir)).toEqual([])
  }

  test.for<[string, (copy: string) => void, string]>([
    [
      'whose database changed',
      (copy) => writeFileSync(join(copy, 'database'), '1', { flag: 'a' }),
      'database klopt niet',
    ],
    ['that lacks a key', (copy) => rmSync(join(copy, 'keys/access-token.key')), 'keys/access-token.key klopt niet'],
    ['without a manifest', (copy) => rmSync(join(copy, 'manifest.json')), 'manifest.json ontbreekt'],
    ['half of whose manifest is there', (copy) => truncateSync(join(copy, 'manifest.json'), 200), 'onleesbaar'],
    [
      'of before the first release',
      (copy) => changeManifest(copy, (manifest) => ({ ...manifest, migrations: ['0001-school', '0002-later'] })),
      'vóór de eerste uitgave',
    ],
    [
      'of a newer release',
      (copy) => changeManifest(copy, (manifest) => ({ ...manifest, migrations: ['9999-later'] })),
      'nieuwere versie',
    ],
    [
      'written in a newer way',
      (copy) => changeManifest(copy, (manifest) => ({ ...manifest, format: 3, version: '9.0.0' })),
      'nieuwere versie (9.0.0)',
    ],
    [
      'of the other engine',
      (copy) =>
        changeManifest(copy, (manifest) => ({
          ...manifest,
          engine: manifest.engine === 'sqlite' ? 'postgres' : 'sqlite',
        })),
      'DATABASE_URL wijst naar',
    ],
  ])('%s is not put back', async ([, spoil, why]) => {
    await expect(spoilt(spoil)).rejects.toThrow(why)
    await untouched()
  })

  test('of which the database cannot be read leaves everything as it was', async () => {
    const cut = copyOf(backup)
    const path = join(cut, 'database')
    // Cuts off the end of the file: most of it has been restored when the fault is noticed.
    truncateSync(path, statSync(path).size - 400)
    const files = await describeFiles(cut, ['database'])
    changeManifest(cut, (manifest) => ({ ...manifest, files }))
    await expect(restoreBackup(empty, cut, ONCE)).rejects.toThrow()
    await untouched()
  })

  test('is put back over something else only on request, and then that is kept', async () => {
    const other = await placeWithSchool(await urls.fresh())
    const database = openDatabase(other.databaseUrl)
    await database.kysely.updateTable('user').set({ last_name: 'Anders' }).execute()
    const before = await wholeContents(other.databaseUrl)
    await expect(restoreBackup(other, backup, ONCE)).rejects.toThrow('Er staat al iets')
    await expect(restoreBackup(other, backup, REPLACING)).rejects.toThrow('nog in gebruik')
    await database.close()
    expect(await wholeContents(other.databaseUrl)).toEqual(before)

    const { kept = '' } = await restoreBackup(other, backup, REPLACING)
    expect(await wholeContents(other.databaseUrl)).toEqual(await wholeContents(place.databaseUrl))
    await restoreBackup(other, kept, { replace: true, now: NOW + 1 })
    expect(await wholeContents(other.databaseUrl)).toEqual(before)
  })

  test('is not put beside keys of another database', async () => {
    const other = placeOf(await urls.empty())
    await readKeys(other.dataDir)
    await expect(restoreBackup(other, backup, ONCE)).rejects.toThrow(`Er staat al iets in ${other.dataDir}`)
    await expect(restoreBackup(other, backup, REPLACING)).rejects.toThrow('Zet die map eerst opzij')
  })

  test('does not go where something is, and leaves nothing behind when it fails', async () => {
    await expect(makeBackup(place, backup, NOW)).rejects.toThrow('bestaat al')
    await expect(makeBackup(place, join(backup, 'database'), NOW)).rejects.toThrow('bestaat al')
    const parent = scratchFolder()
    await expect(makeBackup(empty, join(parent, 'of-nothing'), NOW)).rejects.toThrow()
    expect(readdirSync(parent)).toEqual([])
  })
})

describeOnPostgres('a backup through a pooler', (_, urls) => {
  // Its sessions are handed on to others, who would find them as pg_dump leaves them.
  test.runIf(pgbouncer.find())('is refused', async () => {
    const place = await placeWithSchool(await urls.fresh())
    const pooler = await startPgBouncer(pgbouncer.find() ?? '', inject('postgres')?.admin ?? '')
    const { pathname } = new URL(place.databaseUrl)
    const pooled = { ...place, databaseListenUrl: Object.assign(new URL(pooler.url), { pathname }).href }
    const folder = newFolder()
    await expect(makeBackup(pooled, folder, NOW)).rejects.toMatchObject({ reason: 'pooled' })
    expect(existsSync(folder)).toBe(false)
    await pooler.stop()
  })
})
