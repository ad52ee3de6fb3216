import { join } from 'node:path'
import { build } from './build/app-build.ts'
import { bundleInto } from './build/server-bundle.ts'
import { ROOT } from './root.ts'

await build()
await bundleInto(join(ROOT, 'servers'), ROOT)
