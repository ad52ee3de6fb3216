import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { ROOT } from '../root.ts'

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
