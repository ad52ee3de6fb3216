import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'
import { ROOT } from '../root.ts'
import { fingerprintOfSources } from './sources.ts'

interface Manifest {
  screenshots: { src: string }[]
}

/** Copies the screenshots that the manifest names from docs/screens into the build. Browsers show them before an install. */
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

/** Adds sw-off.js to the build, which the server sends instead of the service worker if that has to be switched off. */
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
 * Names the build, so that an open page and the server can see whether they are of one release: in the app as
 * `import.meta.env.VITE_RELEASE`, in the build as release.json. The same sources have the same name.
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

/** Bundler option that puts the name of the build into the code. */
export const releaseInCode = (name = releaseName()) => ({ 'import.meta.env.VITE_RELEASE': JSON.stringify(name) })
