import type { Plugin } from 'vite'
import { fingerprintOfSources } from './sources.ts'

/**
 * Names the build, so that an open page and the server can tell whether they are of one release: in the app as
 * `import.meta.env.VITE_RELEASE`, beside it as release.json. The same sources are the same release.
 */
export function release(): Plugin {
  const name = process.env.RELEASE ?? fingerprintOfSources().slice(0, 12)
  return {
    name: 'release',
    config: () => ({ define: { 'import.meta.env.VITE_RELEASE': JSON.stringify(name) } }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'release.json', source: JSON.stringify({ release: name }) })
    },
  }
}
