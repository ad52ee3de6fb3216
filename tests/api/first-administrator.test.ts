import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { hashPassword } from '#server/password-hash.ts'
import { FIRST_PASSWORD } from '#tests/support/api/account-stage.ts'
import { startTestApi, tokensIn } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const run = promisify(execFile)
const LINK = /^ {3}https:\/\/wiskunde\.test\/(activate|password-change)\/([\w-]{65})$/gm

describeOnEachDatabase('npm run admin', (_, urls) => {
  const start = async () => {
    const environment = {
      DATA_DIR: scratchFolder(),
      DATABASE_URL: await urls.empty(),
      PUBLIC_URL: 'https://wiskunde.test',
    }
    const admin = (...names: string[]) =>
      run(process.execPath, ['scripts/admin.ts', ...names], { env: { ...process.env, ...environment } })
    const database = openDatabase(environment.DATABASE_URL)
    return { admin, database, config: readConfig(environment) }
  }

  test('makes an administrator in an empty database, whose two links let them begin', async () => {
    const { admin, database, config } = await start()
    const { stdout } = await admin('Docent@School.nl')
    const [activation = [], password = []] = [...stdout.matchAll(LINK)]
    expect([activation[1], password[1]]).toEqual(['activate', 'password-change'])

    const api = await startTestApi(database, { config })
    api.clock.now = Date.now()
    const username = 'docent@school.nl'
    expect(await api.ask('POST /verify-user', { body: { validation_key: activation[2] } })).toMatchObject({
      status: 200,
      body: { username },
    })
    const chosen = { reset_key: password[2], password: FIRST_PASSWORD, password_repeat: FIRST_PASSWORD }
    expect(await api.ask('POST /password-change', { body: chosen })).toMatchObject({ status: 200 })
    const login = await api.ask('POST /login_check', { body: { username, password: FIRST_PASSWORD } })
    const { token } = tokensIn(login.body)
    expect(await api.ask('GET /user', { token })).toMatchObject({ body: { username, roles: ['ROLE_ADMIN'] } })

    const again = await admin(username)
    expect(again.stdout).toContain('Het account bestond al')
    expect(again.stdout).not.toMatch(LINK)
    // A change of rights ends every login.
    expect(await api.ask('GET /user', { token })).toMatchObject({ status: 401 })
    await api.app.close()
    await database.close()
  })

  test('lets nobody in who registered the address before, with a password of theirs', async () => {
    const { admin, database, config } = await start()
    const { stdout: made } = await admin('docent@school.nl')
    // As after POST /register by a stranger: the account waits, with the stranger's password.
    const username = 'docent@school.nl'
    const password_hash = await hashPassword(FIRST_PASSWORD)
    await database.kysely.updateTable('user').set({ password_hash, roles: 'ROLE_STUDENT' }).execute()
    const { stdout } = await admin(username)
    const [activation = []] = [...stdout.matchAll(LINK)]
    expect(made).not.toContain(activation[2])

    const api = await startTestApi(database, { config })
    api.clock.now = Date.now()
    await api.ask('POST /verify-user', { body: { validation_key: activation[2] } })
    const login = await api.ask('POST /login_check', { body: { username, password: FIRST_PASSWORD } })
    expect(login).toMatchObject({ status: 401 })
    const noted = await database.kysely.selectFrom('audit').select(['action', 'fields', 'by_schedule']).execute()
    expect(noted.at(-1)).toEqual({ action: 'edited', fields: '["roles"]', by_schedule: true })
    await api.app.close()
    await database.close()
  })

  test('again before they began gives new links in the place of the old', async () => {
    const { admin, database } = await start()
    const { stdout: first } = await admin('docent@school.nl')
    const { stdout: second } = await admin('docent@school.nl')
    expect(second.match(LINK)).toHaveLength(2)
    expect(second).not.toBe(first)
    const users = await database.kysely.selectFrom('user').select(['username', 'roles', 'activated']).execute()
    expect(users).toEqual([{ username: 'docent@school.nl', roles: 'ROLE_ADMIN', activated: false }])
    await database.close()
  })

  test('says what it needs, and fails', async () => {
    const { admin, database } = await start()
    await expect(admin()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Geef een e-mailadres op') })
    await expect(admin('docent')).rejects.toMatchObject({ code: 1 })
    await database.close()
  })
})
