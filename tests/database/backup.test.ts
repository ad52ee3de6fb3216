import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#api-server/app.ts'
import { API_BASE } from '#contract/endpoint.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import type { Config } from '#server/config.ts'
import { startTestApi, type TestApi, tokensIn } from '#tests/support/api/test-api.ts'
import { addModule, MORNING, PASSWORD } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase, describeOnSqlite } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'
import { makeBackup } from '../../scripts/backup/make-backup.ts'
import { describeFiles } from '../../scripts/backup/manifest.ts'
import { restoreBackup } from '../../scripts/backup/restore-backup.ts'
import { changeManifest, placeOf, placeWithSchool } from './support/backup-stage.ts'
import { Program } from './support/program.ts'
import { pairsIn, stateThen } from './support/saved-pairs.ts'
import { wholeContents } from './support/whole-contents.ts'

const NOW = Date.parse('2026-03-10T02:00:00.000Z')
const ONCE = { replace: false, now: NOW }
const newFolder = () => join(scratchFolder(), 'backup')

describeOnEachDatabase('a backup that is put back', (_, urls) => {
  test('is the state of one moment, though others wrote all the while', async () => {
    const [source, target] = [await placeWithSchool(await urls.fresh()), placeOf(await urls.empty())]
    const writer = new Program('write-pairs', source.databaseUrl)
    onTestFinished(() => writer.kill())
    let acknowledged = 0
    const counting = (async () => {
      for await (const line of writer.lines) acknowledged = Number(line)
    })()
    const untilMoreThan = (number: number) => eventually(() => expect(acknowledged).toBeGreaterThan(number))
    await untilMoreThan(5)

    const folder = newFolder()
    const before = acknowledged
    await makeBackup(source, folder, NOW)
    await untilMoreThan(before)
    const after = acknowledged
    await untilMoreThan(after)
    writer.kill()
    await Promise.all([writer.end(), counting])

    await restoreBackup(target, folder, ONCE)
    const [written, found] = [await wholeContents(source.databaseUrl), await wholeContents(target.databaseUrl)]
    const saved = pairsIn(found.module)
    expect(saved.length).toBeGreaterThanOrEqual(before)
    expect(saved.length).toBeLessThanOrEqual(after + 1)
    expect(found).toEqual(stateThen(written, found))
    expect(pairsIn(found.education_department)).toEqual(saved)
  })

  describe('leaves', () => {
    let source: Config
    let target: Config
    let folder: string
    let login: { token: string; refresh_token: string }

    beforeAll(async () => {
      source = await placeWithSchool(await urls.fresh())
      target = placeOf(await urls.empty())
      folder = newFolder()
      mkdirSync(join(source.dataDir, 'mail'))
      for (const name of ['a.eml', 'b.eml.part']) writeFileSync(join(source.dataDir, 'mail', name), 'Beste Sam')
      login = await logInAt(source)
      await makeBackup(source, folder, NOW)
      await restoreBackup(target, folder, ONCE)
    })

    test('keys and letters, for nobody else to read', () => {
      const keys = [
        ...['access-token.key', 'door-codes.key', 'identities.key', 'links/1.key', 'refresh-token.key', 'secrets.key'],
      ]
      const kept = [...keys.map((key) => `keys/${key}`), 'mail/a.eml']
      expect(filesIn(target.dataDir)).toEqual(kept)
      expect(filesIn(folder)).toEqual(['database', ...kept, 'manifest.json'])
      for (const place of [folder, target.dataDir]) {
        for (const file of filesIn(place)) expect(modeOf(place, file)).toBe('600')
        expect(modeOf(place, 'keys')).toBe('700')
      }
      expect(modeOf(folder)).toBe('700')
    })

    test('users logged in who were so, and lets everyone log in as before', async () => {
      await asking(target, async (api) => {
        const { token, refresh_token } = login
        expect(await api.ask('GET /user', { token })).toMatchObject({ body: { username: 'sam@school.test' } })
        const refreshed = await api.ask('POST /token/refresh', { body: { refresh_token } })
        expect(tokensIn(refreshed.body).refresh_token).not.toBe(refresh_token)
        expect((await api.logIn('noor@school.test')).token).toBeTruthy()
      })
    })

    test('the numbers of new rows where they were', async () => {
      expect(await nextModuleIn(target)).toBe(await nextModuleIn(source))
    })
  })
})

describeOnSqlite('a backup of a release that did not compress', (_, urls) => {
  test('is put back too', async () => {
    const [source, target] = [await placeWithSchool(await urls.fresh()), placeOf(await urls.empty())]
    const folder = newFolder()
    await makeBackup(source, folder, NOW)
    const path = join(folder, 'database')
    writeFileSync(path, zstdDecompressSync(readFileSync(path)))
    const files = await describeFiles(folder, ['database', 'keys/links/1.key'])
    changeManifest(folder, (manifest) => ({ ...manifest, format: 1, files }))
    await restoreBackup(target, folder, ONCE)
    expect(await wholeContents(target.databaseUrl)).toEqual(await wholeContents(source.databaseUrl))
    expect(modeOf(target.databaseUrl.replace('sqlite:', ''))).toBe('600')
  })
})

const filesIn = (place: string) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('app.db'))
    .map((entry) => join(entry.parentPath, entry.name).slice(place.length + 1))
    .sort()

const modeOf = (...path: string[]) => (statSync(join(...path)).mode & 0o777).toString(8)

/** Logs in without startTestApi, which ends with each test, since this login is made before the tests. */
async function logInAt(config: Config) {
  const database = openDatabase(config.databaseUrl)
  const app = await buildApp({ database, config, clock: () => MORNING, logs: { write: () => undefined } })
  const payload = { username: 'sam@school.test', password: PASSWORD }
  const reply = await app.inject({ method: 'POST', url: `${API_BASE}/login_check`, payload })
  await app.close()
  await database.close()
  return tokensIn(reply.json())
}

/** Asks a server of its own there, which has ended when this resolves. */
async function asking<T>(place: Config, ask: (api: TestApi) => Promise<T>): Promise<T> {
  const database = openDatabase(place.databaseUrl, { timeout: 10_000 })
  const api = await startTestApi(database, { config: place })
  const answer = await ask(api)
  await api.app.close()
  await database.close()
  return answer
}

async function nextModuleIn({ databaseUrl }: Config): Promise<number> {
  const database = openDatabase(databaseUrl)
  const id = await addModule(database, 'NEW')
  await database.close()
  return id
}
