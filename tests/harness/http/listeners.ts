import { connect, type Socket } from 'node:net'
import type { AppEventName } from '#contract/app-events.ts'

export interface Listeners {
  /** Resolves with the ms from now until each listener received the next event, in the order of receipt. */
  nextReceived(): Promise<number[]>
  /** Calls as soon as a listener receives an event, with its place. */
  onReceived(receive: (place: number) => void, event?: AppEventName): void
  close(): void
}

/** Connections opened at the same time; more would overflow the server's queue of new connections. */
const AT_ONCE = 100

/** ms */
const RETRY_AFTER = 1_000

/** Connections that listen, as many as there are requests; each has had its first answer. */
export async function openListeners(port: number, requests: readonly string[]): Promise<Listeners> {
  const sockets: Socket[] = []
  let awaited: AppEventName = 'testmomentEdited'
  let receive: (place: number) => void = () => undefined

  const open = (request: string, place: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay(true)
      sockets.push(socket)
      let greeted = false
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('a listener was cut off')))
      socket.on('connect', () => socket.write(request, 'latin1'))
      socket.on('data', (chunk) => {
        const text = String(chunk)
        // Too many at once for a machine that has other work: as the app does.
        if (!greeted && text.startsWith('HTTP/1.1 503')) setTimeout(() => socket.write(request, 'latin1'), RETRY_AFTER)
        else if (!greeted && text.includes('event: hello')) {
          greeted = true
          resolve()
        } else if (text.includes(`event: ${awaited}\n`)) receive(place)
      })
    })

  for (let from = 0; from < requests.length; from += AT_ONCE)
    await Promise.all(requests.slice(from, from + AT_ONCE).map((request, index) => open(request, from + index)))

  return {
    nextReceived: () =>
      new Promise((resolve) => {
        const started = performance.now()
        const times: number[] = []
        receive = () => {
          times.push(performance.now() - started)
          if (times.length === requests.length) resolve(times)
        }
      }),
    onReceived: (listener, event = 'testmomentEdited') => {
      receive = listener
      awaited = event
    },
    close: () => {
      for (const socket of sockets)
        socket
          .removeAllListeners('close')
          .on('error', () => undefined)
          .destroy()
    },
  }
}
