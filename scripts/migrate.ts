import { readConfig } from '#server/config.ts'
import { prepareDatabase } from './product/prepare-database.ts'
import { printFailure } from './product/terminal.ts'

/**
 * `npm run migrate`: brings the tables up to date, and nothing else. For where servers are started without `npm start`:
 * once, before the new release's first server, while those of the one before go on.
 */
try {
  await prepareDatabase({ ...readConfig(process.env), demo: false })
  console.log('De tabellen zijn bij.')
} catch (error) {
  printFailure(error)
}
