import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
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

  test('say what they need, and fail', async () => {
    const told = async (name: string, why: string, ...args: string[]) =>
      expect(run(name, args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(why) })
    await Promise.all([
      told('backup', 'Geef een nieuwe map op'),
      told('restore', 'Er staat geen reservekopie in', scratchFolder()),
    ])
  })
})
