import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Cache of Node's compiled code: from the second start on a server starts sooner and uses 20 MB less. */
export const COMPILED = join(ROOT, 'node_modules/.cache/compiled')
