import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** How a network can be: fine, so many ms late each way, swallowing all without a word, or away (connections refused). */
export type Network = 'fine' | { late: number } | 'silent' | 'away'

export interface TcpProxy {
  port: number
  become(network: Network): Promise<void>
  stop(): Promise<void>
}

/** Stands between the product and what it needs, here at a port of its own. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let network: Network = 'fine'
  let server: Server | undefined

  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    // One chunk after the other, however the network changes meanwhile.
    let before = Promise.resolve()
    from.on('data', (chunk) => {
      before = before.then(async () => {
        if (typeof network === 'object') await new Promise((resolve) => setTimeout(resolve, late(network)))
        if (network !== 'silent') to.write(chunk)
      })
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      if (network !== 'silent') to.destroy()
    })
  }
  const listen = async () => {
    server = createServer({ noDelay: true }, (client) => {
      const database = connect({ port: target, host: '127.0.0.1', noDelay: true })
      pass(client, database)
      pass(database, client)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const leave = async () => {
    const closing = server
    server = undefined
    if (!closing) return
    closing.close()
    cutAll()
    await once(closing, 'close')
  }

  await listen()
  return {
    port,
    become: async (next) => {
      // What was swallowed cannot be given back: those connections are lost.
      if (network === 'silent' && next !== 'silent') cutAll()
      network = next
      if (next === 'away') await leave()
      else if (!server) await listen()
    },
    stop: leave,
  }
}

const late = (network: Network): number => (typeof network === 'object' ? network.late : 0)
