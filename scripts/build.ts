import { build } from './build/app-build.ts'

/** `npm run build`: the app into dist/, ready to be served. */
await build()
