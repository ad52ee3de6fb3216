import { onTestFinished } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { type AtSchool, browserAt, type TestProvider } from '#tests/support/api/school-provider.ts'
import { startTestApi, type TestApi, type TestApiOptions, tokensIn } from '#tests/support/api/test-api.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

export const PUBLIC_URL = 'https://wiskunde.test'

/** People whom the provider knows, by subject. */
export const PEOPLE = {
  sam: { email: 'sam@school.test', email_verified: true, given_name: 'Sam', family_name: 'de Vries' },
  nieuw: {
    email: 'nieuw@school.test',
    email_verified: true,
    given_name: 'Nieuw',
    family_name: 'Gezicht',
    schac_personal_unique_code: ['urn:schac:personalUniqueCode:nl:local:school.test:studentid:0912345'],
  },
  docent: { email: 'teacher@school.test', email_verified: false, given_name: 'Dora', family_name: 'Cent' },
}

/** An API server that knows this provider, with the settings beside it. */
export function startSchoolApi(
  database: Database,
  provider: Pick<TestProvider, 'settings'>,
  { env = {}, ...options }: TestApiOptions & { env?: Record<string, string> } = {},
): Promise<TestApi> {
  const settings = { DATA_DIR: temporaryFolder(), WEB_APP: 'none', PUBLIC_URL, ...provider.settings, ...env }
  return startTestApi(database, { config: readConfig(settings), ...options })
}

/** Where a reply leads, and what it has the browser keep. */
const leads = ({ headers }: { headers: Record<string, unknown> }) => {
  const cookie = String(headers['set-cookie'] ?? '').replace(/;.*/, '')
  return { href: String(headers.location), cookie }
}

/** A browser that logs in by the school, step by step: with its cookies here and there. */
export function openBrowser(api: TestApi, provider: TestProvider, atSchool: AtSchool = browserAt(provider)) {
  const kept = new Map<string, string>()
  const keep = (cookie: string) => {
    const [name = '', value = ''] = cookie.split('=')
    if (value === '') kept.delete(name)
    else kept.set(name, value)
  }
  const headers = () => ({ cookie: [...kept].map((pair) => pair.join('=')).join('; ') })
  const browser = {
    atSchool,
    headers,
    /** Gives where it leads at the provider. */
    begin: async (returnPath?: string, at = api): Promise<string> => {
      const query = returnPath === undefined ? '' : `?return=${encodeURIComponent(returnPath)}`
      const { href, cookie } = leads(await at.ask(`GET /school_login${query}`, { headers: headers() }))
      keep(cookie)
      return href
    },
    /** Comes back from the provider by this address; gives where that leads. */
    comeBack: async (address: URL, at = api): Promise<string> =>
      leads(await at.ask(`GET ${address.pathname}${address.search}`, { headers: headers() })).href,
    exchange: async (location: string, at = api) => {
      const code = /#school-code=(.+)$/.exec(location)?.[1] ?? ''
      const reply = await at.ask('POST /school_login/token', { body: { code }, headers: headers() })
      if (reply.status === 200) keep(leads(reply).cookie)
      return reply
    },
    /** All of it; gives the tokens. */
    logIn: async (subject: string, returnPath?: string) => {
      const location = await browser.comeBack(await atSchool.logIn(await browser.begin(returnPath), subject))
      return tokensIn((await browser.exchange(location)).body)
    },
  }
  return browser
}

/** Stopped with the test. */
export const untilTestEnds = <Started extends { stop(): Promise<void> }>(started: Started): Started => {
  onTestFinished(() => started.stop())
  return started
}
