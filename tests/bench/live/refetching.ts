import { connect, type Socket } from 'node:net'
import type { Listeners } from './listeners.ts'
import type { LiveSubject } from './live-subject.ts'

/** What the app's client waits when it is refused (ms). */
const RETRY_AFTER = 1_000

export interface Refetching {
  /** ms from the change until each student's lists were there, sorted */
  times: number[]
  /** answered 503, and asked again */
  refused: number
}

/**
 * All listeners fetch what their screen shows when they receive a change, over connections that are open already, as a
 * browser's are; each at a random moment within `spread` ms.
 */
export async function refetchAll(
  subject: LiveSubject,
  listeners: Listeners,
  { count, spread }: { count: number; spread: number },
): Promise<Refetching> {
  const screens = await openScreens(subject.port, count)
  let refused = 0
  const times: number[] = []
  const done = Promise.withResolvers<void>()
  const started = performance.now()

  const fetchLists = async (place: number) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * spread))
    for (const request of subject.fetching(place))
      while ((await screens[place]?.ask(request)) === 503) {
        refused += 1
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER))
      }
    times.push(performance.now() - started)
    if (times.length === count) done.resolve()
  }
  listeners.onReceived((place) => void fetchLists(place).catch(done.reject))
  await subject.change()
  await done.promise
  for (const screen of screens) screen.close()
  return { times: times.toSorted((one, other) => one - other), refused }
}

async function openScreens(port: number, count: number) {
  const screens: Awaited<ReturnType<typeof openScreen>>[] = []
  while (screens.length < count)
    screens.push(...(await Promise.all(Array.from({ length: 100 }, () => openScreen(port)))))
  return screens.slice(0, count)
}

async function openScreen(port: number) {
  const socket: Socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay(true)
  await new Promise((resolve, reject) => socket.on('connect', resolve).on('error', reject))
  let received = ''
  let answer: (status: number) => void = () => undefined
  socket.on('data', (chunk) => {
    received += chunk
    const headEnd = received.indexOf('\r\n\r\n')
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1])
    if (headEnd === -1 || received.length < headEnd + 4 + length) return
    const status = Number(received.slice(9, 12))
    received = ''
    answer(status)
  })
  return {
    ask: (request: string) =>
      new Promise<number>((resolve) => {
        answer = resolve
        socket.write(request, 'latin1')
      }),
    close: () => socket.destroy(),
  }
}
