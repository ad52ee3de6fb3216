import { readConfig } from '#server/config.ts'
import { prepareDatabase } from './product/prepare-database.ts'
import { startTexts as texts } from './product/start.texts.ts'
import { printFailure } from './product/terminal.ts'

/**
 * `npm run migrate`: migrates the database and does nothing else. It is for servers that are started without `npm start`: run
 * it once before the first server of the new release; servers of the previous release may keep running.
 */
try {
  await prepareDatabase({ ...readConfig(process.env), demo: false })
  console.log(texts.migrated)
} catch (error) {
  printFailure(error)
}
