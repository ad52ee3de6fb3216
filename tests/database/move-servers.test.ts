import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { type Config, readConfig } from '#server/config.ts'
import { startTestApi, type TestApi, tokensIn } from '#tests/support/api/test-api.ts'
import { startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'
import { sqliteEngine } from '#tests/support/sqlite-engine.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { move } from './support/moving-stage.ts'

const execute = promisify(execFile)

describeOnPostgres('people whose school moves', (_, urls) => {
  /** A server of its own there, which has ended when this resolves. */
  async function serving<T>(config: Config, work: (api: TestApi, database: Database) => Promise<T>): Promise<T> {
    const database = openDatabase(config.databaseUrl, { timeout: 10_000 })
    const api = await startTestApi(database, { config, alone: true })
    try {
      return await work(api, database)
    } finally {
      await api.app.close()
      await database.close()
    }
  }

  test(
    'to PostgreSQL and back by the command stay logged in, enrolled and subscribed',
    async () => {
      const DATA_DIR = scratchFolder()
      const place = (DATABASE_URL: string) => readConfig({ DATA_DIR, DATABASE_URL, WEB_APP: 'none' })
      const [small, large] = [place(await sqliteEngine.freshUrl()), place(await urls.empty())]
      /** Enrolls sam by the earlier login, and returns the next token and the number of the enrollment. */
      const comesBy = (config: Config, school: TestSchool, refresh_token: string, module: 'ALG' | 'GON' | 'STA') =>
        serving(config, async (api, { kysely }) => {
          const refreshed = await api.ask('POST /token/refresh', { body: { refresh_token } })
          expect(refreshed.status).toBe(200)
          const { token, refresh_token: next } = tokensIn(refreshed.body)
          const body = {
            user_id: school.users.sam,
            testmoment_id: school.moments.open,
            module_id: school.modules[module],
          }
          expect((await api.ask('POST /enrollment', { token, body })).status).toBe(201)
          const enrollments = await kysely.selectFrom('enrollment').select(['id', 'module_id']).orderBy('id').execute()
          const devices = await kysely.selectFrom('push_subscription').select('endpoint').execute()
          expect(devices).toEqual([{ endpoint: 'https://push.example/sam' }])
          return { next, enrollments }
        })

      const { school, login } = await serving(small, async (api, database) => {
        const school = await startTestSchool(database)
        const login = await api.logIn('sam@school.test')
        const session = await database.kysely.selectFrom('session').select('id').executeTakeFirstOrThrow()
        await database.kysely
          .insertInto('push_subscription')
          .values({
            ...{ user_id: school.users.sam, session_id: session.id, endpoint: 'https://push.example/sam' },
            ...{ p256dh: '', auth: '', secret_hash: '', device_name: '', created_at: '2026-03-10T09:00:00.000Z' },
          })
          .execute()
        return { school, login }
      })
      const onSmall = await comesBy(small, school, login.refresh_token, 'ALG')

      const { stdout } = await execute(process.execPath, ['scripts/move.ts', '--from', small.databaseUrl], {
        env: { ...process.env, DATA_DIR, DATABASE_URL: large.databaseUrl, DATABASE_LISTEN_URL: '' },
      })
      expect(stdout).toMatch(/^enrollment +1 {2}[0-9a-f]{12} {2}gelijk$/m)
      expect(stdout).toContain('zijn aan beide kanten gelijk')
      const onLarge = await comesBy(large, school, onSmall.next, 'GON')
      expect(onLarge.enrollments.slice(0, 1)).toEqual(onSmall.enrollments)

      // The settings were not changed: a server still runs on the old database.
      await serving(small, async (api) => {
        expect(await api.ask('GET /health/ready')).toMatchObject({
          status: 503,
          body: { cause: 'read-only' },
        })
        expect(await api.ask('POST /token/refresh', { body: { refresh_token: onLarge.next } })).toMatchObject({
          status: 503,
        })
      })

      await move(large.databaseUrl, small.databaseUrl, DATA_DIR)
      const back = await comesBy(small, school, onLarge.next, 'STA')
      expect(back.enrollments.slice(0, 2)).toEqual(onLarge.enrollments)
      expect(new Set(back.enrollments.map(({ id }) => id)).size).toBe(3)
      await serving(large, async (api) =>
        expect(await api.ask('GET /health/ready')).toMatchObject({
          status: 503,
          body: { cause: 'read-only' },
        }),
      )
    },
    underLoad(60_000),
  )

  test(
    'refused without stack, with what to do',
    async () => {
      const runMove = (args: string[]) =>
        execute(process.execPath, ['scripts/move.ts', ...args], { env: { ...process.env, DATA_DIR: scratchFolder() } })
      const says = (stderr: RegExp, ...args: string[]) =>
        expect(runMove(args)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(stderr) })
      await Promise.all([
        says(/^Zo: npm run move/, '--to', 'mysql://x'),
        says(/^Er is geen school in .*app\.db.*\n$/, '--to', 'postgres://nobody@127.0.0.1:1/x'),
      ])
    },
    underLoad(60_000),
  )
})
