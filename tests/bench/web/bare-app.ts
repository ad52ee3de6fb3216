import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { API_BASE } from '#contract/endpoint.ts'
import { getOwnUser } from '#contract/first-reads.gen.ts'
import { loginCheck } from '#contract/sessions.gen.ts'
import { type Product, startProduct } from '#tests/e2e/support/product.ts'
import { compressAhead } from '../../../scripts/build/compress-ahead.ts'
import { fingerprintOfSources } from '../../../scripts/build/sources.ts'
import { BARE_SESSION, type BareSession } from './bare/bare-session.ts'

/** A product that serves the bare app in place of ours, with the same server and the same school. */
export async function startBareApp(): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'bare-app-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: new URL('bare', import.meta.url).pathname,
    plugins: [compressAhead()],
    build: { outDir: folder, modulePreload: { polyfill: false } },
  })
  // Or the product would build ours over it.
  await writeFile(join(folder, '.sources-built'), fingerprintOfSources())
  const product = await startProduct({ settings: { WEB_APP: folder } })
  return { ...product, dispose: () => product.dispose().then(() => rm(folder, { recursive: true })) }
}

/** Entry that the bare app has in its local storage for a student who is logged in. */
export async function bareSession(url: string, username: string, password: string): Promise<[string, string]> {
  const login = await fetch(url + API_BASE + loginCheck.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { token } = await login.json()
  const user = await fetch(url + API_BASE + getOwnUser.path, { headers: { authorization: `Bearer ${token}` } })
  const { _links } = await user.json()
  const session: BareSession = {
    token,
    statuses: _links.module_statuses.href,
    testmoments: _links.testmoments.href,
  }
  return [BARE_SESSION, JSON.stringify(session)]
}
