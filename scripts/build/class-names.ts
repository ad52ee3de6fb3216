import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { ROOT } from '../root.ts'

const HASH_LENGTH = 5

/**
 * Names a class of a component's style sheet after the class and its file. The prerendered page and the app are built
 * separately and need the same names. Vite's own names also contain a line number; without it the first file is 190 bytes
 * smaller.
 */
export const cssModules = {
  generateScopedName: (name: string, file: string): string => {
    const place = relative(ROOT, file.replace(/\?.*/, ''))
    const hash = createHash('sha256').update(place).digest('hex').slice(0, HASH_LENGTH)
    return `_${name}_${hash}`
  },
}
