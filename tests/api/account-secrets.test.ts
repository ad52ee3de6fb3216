import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { keyIn, newAddress } from '#tests/support/api/account-stage.ts'
import { startTestApi, tokensIn } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { readLetter, startMailbox } from '#tests/support/mail/mailbox.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const PASSWORDS = ['kanarie-wachtwoord-1', 'kanarie-wachtwoord-2', 'kanarie-geraden-3'] as const
const SMTP_PASSWORD = 'kanarie-smtp-4'

describeOnEachDatabase('no secret of an account', (open) => {
  const begin = async (database: Database, environment: Record<string, string> = {}) => {
    const dataDir = scratchFolder()
    const api = await startTestApi(database, { config: readConfig({ DATA_DIR: dataDir, ...environment }) })
    const username = newAddress()
    const [first, , wrong] = PASSWORDS
    await api.ask('POST /register', { body: { username: 'jade', password: wrong, password_repeat: first } })
    await api.ask('POST /register', { body: { username, ...both(first) } })
    return { api, username, letters: join(dataDir, 'mail') }
  }

  test('is ever logged or queued', async () => {
    const database = await open()
    const [first, second, wrong] = PASSWORDS
    const { api, username, letters } = await begin(database)
    const activation = await keyInFile(letters, 'Activeer')
    await api.ask('POST /verify-user', { body: { validation_key: `${activation}A` } })
    await api.ask('POST /verify-user', { body: { validation_key: activation } })
    await api.ask('POST /verify-user', { body: { validation_key: activation, password: 'kort' } })
    await api.ask('POST /verify-user', { body: { validation_key: activation, password: first } })
    await api.ask('POST /login_check', { body: { username, password: wrong } })
    const { token, refresh_token } = tokensIn(
      (await api.ask('POST /login_check', { body: { username, password: first } })).body,
    )
    await api.ask('GET /user', { token })
    await api.ask('POST /password-reset', { body: { username } })
    const reset = await keyInFile(letters, 'Kies')
    await api.ask('POST /password-change/check', { body: { reset_key: reset } })
    await api.ask('POST /password-change', { body: { reset_key: reset, ...both('kort') } })
    await api.ask('POST /password-change', { body: { reset_key: reset, ...both(second) } })
    await keyInFile(letters, 'Je wachtwoord')
    await api.ask('POST /token/refresh', { body: { refresh_token } })

    expect(api.logs.join('')).toContain('letter kept')
    const kept = JSON.stringify(await database.kysely.selectFrom('outbox').selectAll().execute())
    for (const secret of [
      ...PASSWORDS,
      activation,
      activation.slice(22),
      reset,
      reset.slice(22),
      token,
      refresh_token,
    ]) {
      expect(api.logs.join('')).not.toContain(secret)
      expect(kept).not.toContain(secret)
    }
    expect(kept).not.toContain(username)
  })

  test('or of the mail server is, when letters fail', async () => {
    const database = await open()
    const mailbox = await startMailbox({ refuse: () => 451 })
    const { api, username } = await begin(database, {
      SMTP_URL: mailbox.url.replace('//', `//school:${SMTP_PASSWORD}@`),
    })
    await eventually(() => expect(api.logs.join('')).toContain('letter failed'))
    const kept = JSON.stringify(await database.kysely.selectFrom('outbox').selectAll().execute())
    for (const secret of [...PASSWORDS, SMTP_PASSWORD, username]) expect(api.logs.join('') + kept).not.toContain(secret)
    await mailbox.stop()
  })
})

const both = (password: string) => ({ password, password_repeat: password })

/** Key in the letter with this subject; waits for the letter. */
const keyInFile = (folder: string, subject: string) =>
  eventually(async () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
    const letters = await Promise.all(files.map((name) => readLetter(readFileSync(join(folder, name)))))
    const found = letters.find((letter) => letter.subject.startsWith(subject))
    if (!found) throw new Error(`no letter '${subject}'`)
    return keyIn(found)
  })
