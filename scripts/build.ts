import { build } from './build/app-build.ts'

await build()
