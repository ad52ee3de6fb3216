import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from '../root.ts'
import { startTexts as texts } from './start.texts.ts'

/** Fixed, because people's accounts are linked to the provider's address. */
const PORT = 5_174

/**
 * With `--sso` among the arguments: a school's provider of logins with some people, beside the product. Sets the
 * environment so that the servers know it, with the app at `publicUrl` unless that is set. It ends with this process.
 */
export async function provideSchool(publicUrl: string): Promise<ChildProcess | undefined> {
  if (!process.argv.includes('--sso')) return undefined
  process.env.PUBLIC_URL ||= publicUrl
  const program = join(ROOT, 'tests/support/api/school-people.ts')
  const provider = spawn(process.execPath, [program, String(PORT), process.env.PUBLIC_URL], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [settings] = await Promise.race([
    once(createInterface({ input: provider.stdout }), 'line'),
    once(provider, 'exit').then(() => {
      throw new Error(texts.schoolNotStarted(PORT))
    }),
  ])
  Object.assign(process.env, JSON.parse(String(settings)))
  console.log(texts.schoolLogin(String(process.env.OIDC_ISSUER)))
  return provider
}
