import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'

const database = openDatabase(process.argv[2] ?? '')
await migrate(database)
await database.close()
