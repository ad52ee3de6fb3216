import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { ConfigError } from './config.ts'

/**
 * Writes unforeseen errors to the log's stream and ends the process with code 1. A fault that an operator can mend (a
 * setting, a port in use, a folder that may not be written) is one line that names it: a stack would push that out of
 * sight. Call it before anything can go wrong.
 */
export function reportFatalErrors(): void {
  process.once('uncaughtException', (error) => {
    const said = `${mendable(error) ?? inspect(error)}\n`
    // '<2>' is a priority for systemd's journal (sd-daemon(3)), line by line.
    process.stderr.write(process.env.JOURNAL_STREAM ? said.replace(/^/gm, '<2>') : said)
    process.exit(1)
  })
}

function mendable(error: unknown): string | undefined {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${error.port} is in use by another program: PORT, PUSH_PORT, METRICS_PORT or PUSH_METRICS_PORT chooses another.`
  return ['EACCES', 'EADDRNOTAVAIL', 'EROFS'].includes(String(error.code)) ? error.message : undefined
}

/**
 * Gives back what starting took and nobody needs any more: most of V8's young space, 50 MB of 165. V8 itself gets to that
 * only after much work. Takes some 50 ms, so call it before the server listens. There is no other way to ask for it
 * without a flag on the command line, which a unit file would have to know.
 */
export function settleMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Below the 10 s that process managers usually wait before they kill. */
const TIMEOUT_MS = 9_000

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
    setTimeout(() => process.exit(1), TIMEOUT_MS).unref()
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
