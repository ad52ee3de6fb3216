import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'
import { ROOT } from '../root.ts'

const SOURCE = join(ROOT, 'sw/off/switched-off.ts')

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
