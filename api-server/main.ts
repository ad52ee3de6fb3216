import { openDatabase } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { closeOnSignal } from '#server/shutdown.ts'
import { buildApp } from './app.ts'

const config = readConfig(process.env)
const database = openDatabase(config.databaseUrl)
const app = await buildApp({ database, config })
app.addHook('onClose', () => database.close())
closeOnSignal(() => app.close(), app.log)
await app.listen({ host: config.host, port: config.port })
