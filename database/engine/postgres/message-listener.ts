import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Listener, StopListening } from '../engine.ts'
import { clientOptions } from './client-options.ts'

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 15_000

/**
 * Listens on a connection of its own, and reconnects with growing delays when it is lost. `url` must lead to PostgreSQL itself:
 * a pooler with another session per transaction accepts the LISTEN and then passes nothing on.
 */
export function listenOnPostgres(url: string, timeout: number, listener: Listener): StopListening {
  const stopping = new AbortController()
  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const connected = await listenOnce(url, timeout, { listener, signal: stopping.signal })
      if (connected) failures = 0
      const wait = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS)
      await pause(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

/** Lasts until the connection is lost or no longer needed; returns whether there was one. */
async function listenOnce(
  url: string,
  timeout: number,
  { listener, signal }: { listener: Listener; signal: AbortSignal },
): Promise<boolean> {
  const client = new Client(clientOptions(url, timeout))
  const ended = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  client.on('notification', ({ payload = '' }) => listener.received(payload))
  try {
    await client.connect()
    await client.query('listen app_event')
  } catch {
    await client.end().catch(() => undefined)
    return false
  }
  if (!signal.aborted) listener.connected()
  await ended
  if (!signal.aborted) listener.disconnected()
  await client.end().catch(() => undefined)
  return true
}
