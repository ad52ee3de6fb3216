import { createServer } from 'node:http'

/** Answers with its process id, after SLOW ms; ends at once where there is no PORT. */
const port = Number(process.env.PORT)
if (!port) process.exit(3)
await new Promise((resolve) => setTimeout(resolve, Number(process.env.SLOW ?? 0)))
createServer((_, response) => response.end(String(process.pid))).listen(port, '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
