import { onTestFinished } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { type Mailbox, type ReceivedLetter, startMailbox } from '../mail/mailbox.ts'
import { type Ask, startTestApi, type TestApi } from './test-api.ts'

type Answer = Awaited<ReturnType<TestApi['ask']>>

/** An API server with a mailbox, and what visitors do on it. */
export interface AccountStage {
  api: TestApi
  mailbox: Mailbox
  dataDir: string
  register(username: string, password?: string, ask?: Ask): Promise<Answer>
  /** activates in the browser that registered last, unless `by` gives another cookie or a password */
  activate(key: string, by?: { cookie?: string; password?: string }): Promise<Answer>
  requestReset(username: string): Promise<Answer>
  changePassword(key: string, password: string): Promise<Answer>
  checkKey(key: string): Promise<Answer>
  logIn(username: string, password: string): Promise<Answer>
  /** registers and activates a new address by its letter; returns the address */
  newAccount(password?: string): Promise<string>
  /** key in the link of the next letter to this address */
  keyFor(username: string): Promise<string>
}

export const FIRST_PASSWORD = 'krijtbord-passer-9'
export const OTHER_PASSWORD = 'gradenboog-liniaal-4'
export const PUBLIC_URL = 'https://wiskunde.test'

export const registrationOf = (username: string, password = FIRST_PASSWORD) => ({
  username,
  password,
  password_repeat: password,
  device: 'Firefox op Linux',
  address: '192.0.2.1',
})

let people = 0

export const newAddress = (): string => `leerling-${++people}@school.test`

/** Starts the stage. `given` are settings in addition to its own. */
export async function startAccountStage(database: Database, given: Record<string, string> = {}): Promise<AccountStage> {
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.stop())
  const dataDir = temporaryFolder()
  const config = readConfig({ DATA_DIR: dataDir, SMTP_URL: mailbox.url, PUBLIC_URL, ...given })
  const api = await startTestApi(database, { config })

  let registeredHere = ''
  const register: AccountStage['register'] = async (username, password = FIRST_PASSWORD, ask = {}) => {
    const answer = await api.ask('POST /register', { body: { username, password, password_repeat: password }, ...ask })
    registeredHere = cookieIn(answer) || registeredHere
    return answer
  }
  const activate: AccountStage['activate'] = (validation_key, { cookie = registeredHere, password } = {}) =>
    api.ask('POST /verify-user', { body: { validation_key, password }, headers: { cookie } })
  const keyFor = async (username: string) => keyIn(await mailbox.take(username))

  return {
    api,
    mailbox,
    dataDir,
    register,
    activate,
    requestReset: (username) => api.ask('POST /password-reset', { body: { username } }),
    changePassword: (reset_key, password) =>
      api.ask('POST /password-change', { body: { reset_key, password, password_repeat: password } }),
    checkKey: (reset_key) => api.ask('POST /password-change/check', { body: { reset_key } }),
    logIn: (username, password) => api.ask('POST /login_check', { body: { username, password } }),
    keyFor,
    newAccount: async (password = FIRST_PASSWORD) => {
      const username = newAddress()
      await register(username, password)
      const { status } = await activate(await keyFor(username))
      if (status !== 200) throw new Error(`activating ${username} was answered ${status}`)
      return username
    },
  }
}

/** Cookie of an answer, as a browser sends it back. */
export const cookieIn = ({ headers }: Answer): string => String(headers['set-cookie'] ?? '').replace(/;.*/, '')

/** Key of a letter: the last part of its link. */
export const keyIn = ({ link }: ReceivedLetter): string => link.slice(link.lastIndexOf('/') + 1)
