import { execFile } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { LAST_BACKUP } from '#server/upkeep-metrics.ts'
import { describeOnSqlite } from '#tests/support/databases.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'
import { readManifest } from '../../scripts/backup/manifest.ts'
import { placeWithSchool } from './support/backup-stage.ts'
import { wholeContents } from './support/whole-contents.ts'

const execute = promisify(execFile)

describeOnSqlite('npm run backup and restore', (_, urls) => {
  const run = (name: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
    execute(process.execPath, [`scripts/${name}.ts`, ...args], { env: { ...process.env, DATABASE_URL: '', ...env } })

  test('save one place and fill another', async () => {
    const place = await placeWithSchool(await urls.fresh())
    const [folder, target] = [join(scratchFolder(), 'backup'), scratchFolder()]
    const from = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl }
    expect((await run('backup', [folder], from)).stdout).toContain('6 accounts, 0 inschrijvingen')
    const noted = readFileSync(join(place.dataDir, LAST_BACKUP), 'utf8').trim()
    expect(noted).toBe((await readManifest(folder)).made_at)
    expect((await run('restore', [folder], { DATA_DIR: target })).stdout).toContain('6 accounts')
    expect(await wholeContents(`sqlite:${target}/app.db`)).toEqual(await wholeContents(place.databaseUrl))
  })

  test('keep a backup of each of the latest days and months, and those that people named for 30 days', async () => {
    const place = await placeWithSchool(await urls.fresh())
    const all = scratchFolder()
    const from = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl }
    const superseded = ['2026-05-06T00-30-00Z', '2026-05-04T00-30-00Z', '2026-03-30T00-30-00Z', '2024-12-31T05-30-00Z']
    const kept = ['2026-05-06T05-30-00Z', '2026-05-05T00-30-00Z', '2026-03-31T05-30-00Z', '2026-02-28T05-30-00Z']
    const byHand = ['before-1.0.1', 'before-1.0.0', '.2026-05-06T05-30-00Z.0a1b2c3d', 'notes-of-ours']
    for (const name of [...superseded, ...kept, ...byHand]) mkdirSync(join(all, name))
    for (const name of ['before-1.0.1', 'before-1.0.0']) writeFileSync(join(all, name, 'manifest.json'), '{}')
    const old = new Date(Date.now() - 31 * 86_400_000)
    for (const name of byHand.slice(1)) utimesSync(join(all, name), old, old)

    const { stdout } = await run('backup', ['--in', all], { ...from, KEEP_BACKUP_DAYS: '3', KEEP_BACKUP_MONTHS: '4' })
    const [made] = readdirSync(all).filter((name) => !byHand.includes(name) && !kept.includes(name))
    expect(made).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)
    expect(readdirSync(all).sort()).toEqual([...kept, made, 'before-1.0.1', 'notes-of-ours'].sort())
    expect(stdout).toContain('Niet meer bewaard: .2026-05-06T05-30-00Z.0a1b2c3d, 2026-03-30T00-30-00Z')
    expect(stdout).toContain('Niet meer bewaard: 2024-12-31T05-30-00Z')
    expect(lstatSync(join(all, made ?? '', 'database')).size).toBeLessThan(50_000)
  })

  test('make room before a backup that then fails, but never take the newest one or a draft under way', async () => {
    const all = scratchFolder()
    const [killed, running] = ['.2026-05-06T05-30-00Z.0a1b2c3d', '.2026-05-06T06-30-00Z.0a1b2c3e']
    for (const name of ['2026-05-05T05-30-00Z', '2026-05-06T05-30-00Z', killed, running]) mkdirSync(join(all, name))
    for (const draft of [killed, running]) writeFileSync(join(all, draft, 'database'), 'half a backup')
    const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000)
    utimesSync(join(all, killed, 'database'), hours(2), hours(2))
    for (const draft of [killed, running]) utimesSync(join(all, draft), hours(3), hours(3))
    const nothingToSave = { DATA_DIR: scratchFolder(), KEEP_BACKUP_DAYS: '1', KEEP_BACKUP_MONTHS: '0' }
    await expect(run('backup', ['--in', all], nothingToSave)).rejects.toMatchObject({
      stdout: `Niet meer bewaard: ${killed}, 2026-05-05T05-30-00Z.\n`,
    })
    expect(readdirSync(all).sort()).toEqual([running, '2026-05-06T05-30-00Z'])
  })

  test('say what they need, and fail', async () => {
    const expectRefusal = async (name: string, why: string, ...args: string[]) =>
      expect(run(name, args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(why) })
    await Promise.all([
      expectRefusal('backup', 'Geef een nieuwe map op'),
      expectRefusal('restore', 'Er staat geen reservekopie in', scratchFolder()),
    ])
  })
})
