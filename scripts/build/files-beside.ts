import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'
import { ROOT } from '../root.ts'
import { fingerprintOfSources } from './sources.ts'

interface Manifest {
  screenshots: { src: string }[]
}

/** Browsers show them before people install the app: the manifest names some of docs/screens, which lie beside it then. */
export function manifestScreenshots({ screenshots }: Manifest): Plugin {
  return {
    name: 'manifest-screenshots',
    apply: 'build',
    generateBundle() {
      for (const { src } of screenshots) {
        const source = readFileSync(join(ROOT, 'docs/screens', basename(src)))
        this.emitFile({ type: 'asset', fileName: src.slice(1), source })
      }
    },
  }
}

const SOURCE = join(ROOT, 'sw/switched-off.ts')

/** Lays sw-off.js beside the worker, to be served in its place when it has to be switched off. */
export function switchedOffWorker(): Plugin {
  return {
    name: 'switched-off-worker',
    apply: 'build',
    async generateBundle() {
      const { code } = await transformWithOxc(await readFile(SOURCE, 'utf8'), SOURCE)
      this.emitFile({ type: 'asset', fileName: 'sw-off.js', source: code })
    },
  }
}

/**
 * Names the build, so that an open page and the server know whether they are of one release: in the app as
 * `import.meta.env.VITE_RELEASE`, beside it as release.json. The same sources are the same release.
 */
export function release(): Plugin {
  const name = releaseName()
  return {
    name: 'release',
    config: () => ({ define: releaseInCode(name) }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'release.json', source: JSON.stringify({ release: name }) })
    },
  }
}

const releaseName = (): string => process.env.RELEASE ?? fingerprintOfSources().slice(0, 12)

/** For the bundler: how code knows the build that it is of. */
export const releaseInCode = (name = releaseName()) => ({ 'import.meta.env.VITE_RELEASE': JSON.stringify(name) })
