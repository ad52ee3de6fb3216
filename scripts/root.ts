import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Node keeps there what it made of the sources: from the second start on a server is up sooner, and 20 MB lighter. */
export const COMPILED = join(ROOT, 'node_modules/.cache/compiled')
