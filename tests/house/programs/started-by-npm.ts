import { whenNpmEnds } from '../../../scripts/product/server-process.ts'

/** Runs until what started it is gone. */
whenNpmEnds(() => {
  process.stdout.write('ended\n')
  process.exit(0)
})
setInterval(() => undefined, 60_000)
process.stdout.write('started\n')
