import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { API_BASE, EVENT_STREAM, pathOf } from '#contract/endpoint.ts'
import { previewStudentImport } from '#contract/import.gen.ts'
import { readLive } from '#contract/live.gen.ts'
import { loginCheck } from '#contract/sessions.gen.ts'
import { chooseConfirmationLetters } from '#contract/users.gen.ts'
import { Connection } from '#tests/harness/http/connection.ts'

/**
 * Order for one attack. Each attack runs in a thread of its own, so that the observer's measurements are not late
 * because of it.
 */
export interface AttackOrder {
  name: AttackName
  port: number
  /** how many connections, columns or addresses */
  size: number
  /** ms for which what is slow is kept up */
  lasting: number
  student: string
  teacher: string
}

export type AttackName =
  | 'pipelined'
  | 'slow bodies'
  | 'idle'
  | 'streams'
  | 'wide import'
  | 'password flood'
  | 'own writes'

const order: AttackOrder = workerData

/** The machine's own addresses, each another client to the server: n from 0. */
const addressOf = (n: number) => `127.0.${1 + Math.floor(n / 250)}.${1 + (n % 250)}`

const open = (from = addressOf(0)): Socket => {
  const socket = connect({ port: order.port, host: '127.0.0.1', localAddress: from }).setEncoding('latin1')
  // A server that defends itself cuts off.
  socket.on('error', () => undefined)
  return socket
}

const several = (make: (n: number) => Socket) => Array.from({ length: order.size }, (_, n) => make(n))
const stillOpen = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length

const head = (method: string, path: string, more = '') =>
  `${method} ${API_BASE}${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}`
const json = (body: string) =>
  `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

const attacks: Record<AttackName, () => Promise<string>> = {
  pipelined: async () => {
    const text = `${head('GET', '/openapi.json')}\r\n`.repeat(20)
    for (const until = Date.now() + order.lasting; Date.now() < until; ) {
      const sockets = several(() => open())
      for (const socket of sockets) {
        socket.write(text)
        // Reads nothing: what the server keeps for it is the server's.
        socket.pause()
      }
      await delay(order.lasting / 4)
      for (const socket of sockets) socket.destroy()
    }
    return 'nothing was read'
  },

  'slow bodies': async () => {
    const sockets = several(() => open())
    for (const socket of sockets)
      socket.write(`${head('POST', loginCheck.path)}Content-Type: application/json\r\nContent-Length: 2000\r\n\r\n`)
    for (const until = Date.now() + order.lasting; Date.now() < until; await delay(1_000))
      for (const socket of sockets) if (socket.writable) socket.write(' ')
    const left = stillOpen(sockets)
    for (const socket of sockets) socket.destroy()
    return `${left} still open`
  },

  idle: async () => {
    const sockets = several(() => open())
    await delay(order.lasting)
    const left = stillOpen(sockets)
    for (const socket of sockets) socket.destroy()
    return `${left} still open`
  },

  streams: async () => {
    const sockets = several(() => open())
    const more = `Authorization: Bearer ${order.student}\r\nAccept: ${EVENT_STREAM}\r\n\r\n`
    for (const socket of sockets) {
      socket.resume()
      socket.write(head('GET', readLive.path, more))
    }
    await delay(order.lasting)
    const left = stillOpen(sockets)
    for (const socket of sockets) socket.destroy()
    return `${left} still open`
  },

  'wide import': async () => {
    const body = JSON.stringify({ text: Array(order.size).fill('a').join(';') })
    return ask(
      open(),
      `${head('POST', previewStudentImport.path, `Authorization: Bearer ${order.teacher}\r\n`)}${json(body)}`,
    )
  },

  'own writes': async () => {
    const { sub } = JSON.parse(atob(order.student.split('.')[1] ?? ''))
    const path = pathOf(chooseConfirmationLetters, { id: sub })
    const answered = new Map<number, number>()
    const until = Date.now() + order.lasting
    await Promise.all(
      Array.from({ length: order.size }, async (_, n) => {
        const connection = new Connection(order.port)
        const body = JSON.stringify({ wanted: n % 2 === 0 })
        const request = `PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${order.student}\r\n${json(body)}`
        while (Date.now() < until) {
          // After a refusal the next request follows at once, as it costs the attacker little.
          const { status } = await connection.ask(request)
          answered.set(status, (answered.get(status) ?? 0) + 1)
          if (status === 429) await delay(20)
        }
        connection.close()
      }),
    )
    return [...answered].map(([status, times]) => `${times} × ${status}`).join(', ')
  },

  'password flood': async () => {
    const answers = await Promise.all(
      Array.from({ length: order.size }, async (_, n) => {
        const socket = open(addressOf(n))
        const answered: string[] = []
        for (let guess = 0; guess < 5; guess++) {
          const body = JSON.stringify({ username: `student-${n}@faults.example`, password: `geraden ${guess}` })
          answered.push(await ask(socket, `${head('POST', loginCheck.path)}${json(body)}`))
        }
        socket.destroy()
        return answered
      }),
    )
    const counts = Map.groupBy(answers.flat(), (status) => status)
    return [...counts].map(([status, times]) => `${times.length} × ${status}`).join(', ')
  },
}

/** Resolves with the status, or that the connection ended without one. */
async function ask(socket: Socket, request: string): Promise<string> {
  socket.write(request)
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])
  return /^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1] ?? 'cut off'
}

parentPort?.postMessage(await attacks[order.name]())
