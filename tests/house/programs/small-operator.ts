import { startServer } from '../../../scripts/product/server-process.ts'

/** Starts the small server and then waits for its own end. */
const { PORT } = process.env
await startServer({
  name: 'small server',
  main: 'tests/house/programs/small-server.ts',
  liveUrl: `http://127.0.0.1:${PORT}`,
  env: process.env,
  say: () => undefined,
})
process.send?.('started')
