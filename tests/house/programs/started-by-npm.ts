import { whenNpmEnds } from '../../../scripts/product/when-npm-ends.ts'

/** Runs until what started it is gone. */
whenNpmEnds(() => {
  console.log('ended')
  process.exit(0)
})
setInterval(() => undefined, 60_000)
console.log('started')
