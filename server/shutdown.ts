import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** Below the 10 s that process managers usually wait before they kill. */
const PATIENCE_MS = 9_000

/**
 * On SIGTERM or SIGINT: stop listening, answer what was asked, close, exit 0. Whatever has not ended after 9 s is cut
 * off with exit code 1. `close` does the first three.
 */
export function closeOnSignal(close: () => Promise<void>, log: FastifyBaseLogger): void {
  let closing = false
  const stop = async (signal: string) => {
    if (closing) return
    closing = true
    log.info({ signal }, 'closing')
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    try {
      await close()
      process.exit(0)
    } catch (error) {
      log.error({ err: error }, 'closing failed')
      process.exit(1)
    }
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * From the moment `app` closes each answer ends its connection: one that is kept alive after its answer would keep the
 * server from ending. Call it before any route is made.
 */
export function endConnectionsWhenClosing(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}
