import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { linkKeyOf } from '#api-server/facts/link-key.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { readKeys } from '#server/keys.ts'
import { FIRST_PASSWORD } from '#tests/support/api/account-stage.ts'
import { startTestApi, tokensIn } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'
import { addAdministrator } from '../../scripts/product/add-administrator.ts'

const run = promisify(execFile)
const LINK = /^ {3}https:\/\/wiskunde\.test\/activate\/([\w-]{65})$/gm

describeOnEachDatabase('npm run admin', (_, urls) => {
  const start = async () => {
    const environment = {
      DATA_DIR: scratchFolder(),
      DATABASE_URL: await urls.empty(),
      PUBLIC_URL: 'https://wiskunde.test',
    }
    const command = (...names: string[]) =>
      run(process.execPath, ['scripts/admin.ts', ...names], { env: { ...process.env, ...environment } })
    const database = openDatabase(environment.DATABASE_URL)
    const config = readConfig(environment)
    /** Output of the command, without a process of its own. */
    const admin = async (username: string) => (await addAdministrator(username, config)).join('\n')
    return { command, admin, database, config }
  }

  test('makes an administrator in an empty database, whose link lets them begin', async () => {
    const { command, admin, database, config } = await start()
    const { stdout } = await command('Docent@School.nl')
    const validation_key = keyIn(stdout)

    const api = await startTestApi(database, { config })
    api.clock.now = Date.now()
    const username = 'docent@school.nl'
    expect(await api.ask('POST /verify-user', { body: { validation_key } })).toMatchObject({
      status: 422,
      body: { reason: 'password-needed' },
    })
    const chosen = { validation_key, password: FIRST_PASSWORD }
    expect(await api.ask('POST /verify-user', { body: chosen })).toMatchObject({ status: 200 })
    const login = await api.ask('POST /login_check', { body: { username, password: FIRST_PASSWORD } })
    const { token } = tokensIn(login.body)
    expect(await api.ask('GET /user', { token })).toMatchObject({ body: { username, roles: ['ROLE_ADMIN'] } })

    const again = await admin(username)
    expect(again).toContain('Het account bestond al')
    expect(again).not.toMatch(LINK)
    // A change of rights ends every login.
    expect(await api.ask('GET /user', { token })).toMatchObject({ status: 401 })

    // A deactivated account is activated: a link for the operator of the server would be one to somebody else's
    // account.
    await database.kysely.updateTable('user').set({ activated: false }).where('username', '=', username).execute()
    const switchedOn = await admin(username)
    expect(switchedOn).toContain('Het account bestond al')
    expect(switchedOn).not.toMatch(LINK)
    const credentials = { username, password: FIRST_PASSWORD }
    expect(await api.ask('POST /login_check', { body: credentials })).toMatchObject({ status: 200 })
    await api.app.close()
    await database.close()
  })

  test('lets nobody in who registered the address before, with a password of theirs', async () => {
    const { admin, database, config } = await start()
    const made = await admin('beheer@school.nl')
    const username = 'docent@school.nl'
    const api = await startTestApi(database, { config })
    api.clock.now = Date.now()
    await api.ask('POST /register', { body: { username, password: FIRST_PASSWORD, password_repeat: FIRST_PASSWORD } })
    const nonce = (await database.kysely.selectFrom('registration').select('nonce').executeTakeFirstOrThrow()).nonce
    const stdout = await admin(username)
    const validation_key = keyIn(stdout)
    expect(made).not.toContain(validation_key)

    const strangers = linkKeyOf((await readKeys(config.dataDir)).links, 'activation', nonce)
    expect(await api.ask('POST /verify-user', { body: { validation_key: strangers } })).toMatchObject({ status: 404 })
    await api.ask('POST /verify-user', { body: { validation_key } })
    const login = await api.ask('POST /login_check', { body: { username, password: FIRST_PASSWORD } })
    expect(login).toMatchObject({ status: 401 })
    const noted = await database.kysely.selectFrom('audit').select(['action', 'fields', 'by_schedule']).execute()
    expect(noted.at(-1)).toEqual({ action: 'edited', fields: '["roles"]', by_schedule: true })
    await api.app.close()
    await database.close()
  })

  test('again before they began gives a new link in the place of the old', async () => {
    const { admin, database } = await start()
    const first = await admin('docent@school.nl')
    const second = await admin('docent@school.nl')
    expect(second.match(LINK)).toHaveLength(1)
    expect(second).not.toBe(first)
    const users = await database.kysely.selectFrom('user').select(['username', 'roles', 'activated']).execute()
    expect(users).toEqual([{ username: 'docent@school.nl', roles: 'ROLE_ADMIN', activated: false }])
    await database.close()
  })

  test('says what it needs, and fails', async () => {
    const { command, admin, database } = await start()
    const needed = 'Geef een e-mailadres op'
    await expect(command()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(needed) })
    await expect(admin('docent')).rejects.toThrow(needed)
    await database.close()
  })
})

/** Key in the link that the command printed. */
function keyIn(stdout: string): string {
  const [[, key] = []] = stdout.matchAll(LINK)
  if (key === undefined) throw new Error(`no link was printed:\n${stdout}`)
  return key
}
