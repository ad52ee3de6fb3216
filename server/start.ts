import { inspect } from 'node:util'
import { ConfigError } from './config.ts'

/**
 * What ends a process unforeseen is written to the log's stream and ends it with code 1. What an operator can mend (a
 * setting, a port in use, a folder that may not be written) is one line that names it: a stack would push that out of
 * sight. Call it before anything can go wrong.
 */
export function sayWhyItEnds(): void {
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
