import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { ConfigError } from './config.ts'
import { settingsTexts as texts } from './settings.texts.ts'

/**
 * Writes unexpected errors to standard error and ends the process with code 1. A fault that an operator can fix (a setting, a
 * port in use, a folder without write permission) is a single line: a stack trace would push it out of sight. Call it before
 * anything can fail.
 */
export function reportFatalErrors(): void {
  process.once('uncaughtException', (error) => {
    const report = `${mendable(error) ?? inspect(error)}\n`
    // '<2>' is a priority for systemd's journal (sd-daemon(3)), needed on each line.
    process.stderr.write(process.env.JOURNAL_STREAM ? report.replace(/^/gm, '<2>') : report)
    process.exit(1)
  })
}

function mendable(error: unknown): string | undefined {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (error.code === 'EADDRINUSE' && 'port' in error) return texts.portInUse(Number(error.port))
  return ['EACCES', 'EADDRNOTAVAIL', 'EROFS'].includes(String(error.code)) ? error.message : undefined
}

/**
 * Frees memory that only starting needed: most of V8's young generation, 50 MB of 165. V8 itself would do that only after much
 * work. Takes about 50 ms, so call it before the server listens. The alternative is a command line flag, which a unit file
 * would have to know.
 */
export function settleMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Returns a function that frees memory whenever the process has grown by this many bytes: for long work that makes
 * much garbage and keeps little. V8 lets its young generation grow during such work, and returns the memory much
 * later. Takes 50 ms each time.
 */
export function boundMemory(most: number): () => void {
  let from = process.memoryUsage.rss()
  return () => {
    if (process.memoryUsage.rss() - from < most) return
    settleMemory()
    from = process.memoryUsage.rss()
  }
}

/** ms; below the 10 s that process managers usually wait before they kill. */
const TIMEOUT_MS = 9_000

/**
 * On SIGTERM or SIGINT: stop listening, answer pending requests, close, exit 0; `close` does the first three. After 9 s it
 * exits with code 1 and cuts off what remains.
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
 * Makes each answer end its connection once `app` closes: connections kept alive would keep the server from ending. Call it
 * before any route is added.
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
