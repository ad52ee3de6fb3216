import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Product, ROOT, startProduct } from './product.ts'

const run = promisify(execFile)

export type ReleaseName = 'eerste' | 'tweede'

/** A product of its own with two builds of the app, that of all stories and another, of which it serves one at a time. */
export interface Releases {
  product: Product
  /** puts a build in place as an operator does, with a new start of the servers; the settings are for that start alone */
  release(name: ReleaseName, settings?: NodeJS.ProcessEnv): Promise<void>
  /** puts this release in place, unless it is already: the first step of a test, whatever ran before it */
  beginWith(name: ReleaseName): Promise<void>
  /** the address of that build's first script */
  scriptOf(name: ReleaseName): Promise<string>
  dispose(): Promise<void>
}

export async function startReleases(): Promise<Releases> {
  const folder = await mkdtemp(join(tmpdir(), 'wiskunde-releases-'))
  const served = join(folder, 'served')
  await cp(join(ROOT, 'dist'), join(folder, 'eerste'), { recursive: true })
  const env = { ...process.env, WEB_APP: join(folder, 'tweede'), RELEASE: 'tweede' }
  await run(process.execPath, ['scripts/build.ts'], { cwd: ROOT, env })
  let current: ReleaseName | undefined
  const put = async (name: ReleaseName) => {
    await rm(served, { recursive: true, force: true })
    await cp(join(folder, name), served, { recursive: true })
    current = name
  }
  await put('eerste')
  const product = await startProduct({ settings: { WEB_APP: served } })
  const release: Releases['release'] = async (name, settings = {}) => {
    await product.stop()
    await put(name)
    const usual = { ...product.environment }
    Object.assign(product.environment, settings)
    await product.start()
    if (Object.keys(settings).length > 0) current = undefined
    for (const key of Object.keys(settings)) product.environment[key] = usual[key]
  }
  return {
    product,
    release,
    beginWith: async (name) => {
      if (current !== name) await release(name)
    },
    scriptOf: async (name) => {
      const page = await readFile(join(folder, name, 'index.html'), 'utf8')
      const [, script = ''] = /src="(\/assets\/main-[^"]+)"/.exec(page) ?? []
      return script
    },
    dispose: async () => {
      await product.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
