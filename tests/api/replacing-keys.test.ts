import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP, URI } from 'otpauth'
import { expect, test } from 'vitest'
import { beginTotp, confirmTotp, useTotpCode } from '#api-server/logins/totp.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { readKeys } from '#server/keys.ts'
import { MORNING, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { prepareDatabase } from '../../scripts/product/prepare-database.ts'

const MINUTE = 60_000

describeOnEachDatabase('a new key for authenticator apps', (_, urls) => {
  test('has the old one beside it until migrating has sealed each anew, and every code goes on', async () => {
    const url = await urls.fresh()
    const config = readConfig({ DATA_DIR: temporaryFolder(), DATABASE_URL: url, DEMO: '0' })
    const [key, old] = ['secrets.key', 'secrets.old.key'].map((name) => join(config.dataDir, 'keys', name))
    const inDatabase = async <Result>(work: (database: ReturnType<typeof openDatabase>) => Promise<Result>) => {
      const database = openDatabase(url)
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    }
    const { app, id } = await inDatabase(async (database) => {
      const { users } = await startTestSchool(database)
      const keys = await readKeys(config.dataDir)
      return database.transaction(async (trx) => {
        const begun = await beginTotp(trx, { keys }, { id: users.sam, username: 'sam@school.test' }, MORNING)
        const app = URI.parse(begun?.uri ?? '')
        if (!(app instanceof TOTP)) throw new Error('no authenticator app')
        await confirmTotp(trx, { keys }, { userId: users.sam, code: app.generate({ timestamp: MORNING }) }, MORNING)
        return { app, id: users.sam }
      })
    })
    /** Whether a server that starts now takes the code of the app. */
    const takesAt = async (now: number) => {
      const keys = await readKeys(config.dataDir)
      const code = app.generate({ timestamp: now })
      return inDatabase((database) => database.transaction((trx) => useTotpCode(trx, { keys }, id, code, now)))
    }

    renameSync(key ?? '', old ?? '')
    expect(await takesAt(MORNING + MINUTE)).toBe(true)
    renameSync(old ?? '', `${old}.away`)
    await expect(takesAt(MORNING + 2 * MINUTE)).rejects.toThrow()
    renameSync(`${old}.away`, old ?? '')
    await prepareDatabase(config)
    rmSync(old ?? '')
    expect(await takesAt(MORNING + 3 * MINUTE)).toBe(true)
  })
})
