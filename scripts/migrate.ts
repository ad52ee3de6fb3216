import { readConfig } from '#server/config.ts'
import { prepareDatabase } from './product/prepare-database.ts'

/**
 * `npm run migrate`: brings the tables up to date, and nothing else. For where servers are started without `npm start`:
 * once, before the new release's first server, while those of the one before go on.
 */
try {
  await prepareDatabase({ ...readConfig(process.env), demo: false })
  console.log('De tabellen zijn bij.')
} catch (error) {
  console.error(error instanceof Error && error.message ? error.message : error)
  process.exitCode = 1
}
