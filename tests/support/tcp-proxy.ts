import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** State of a network: normal, delayed by `late` ms each way, losing all data, or refusing connections. */
export type Network = 'fine' | { late: number } | 'silent' | 'away'

export interface TcpProxy {
  port: number
  become(network: Network): Promise<void>
  stop(): Promise<void>
}

/** Starts a proxy on its own port, between the product and the server at `target`. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let network: Network = 'fine'
  let server: Server | undefined

  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    // Chunks stay in order, even if the state of the network changes.
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
      // Lost data cannot be restored, so those connections are broken.
      if (network === 'silent' && next !== 'silent') cutAll()
      network = next
      if (next === 'away') await leave()
      else if (!server) await listen()
    },
    stop: leave,
  }
}

const late = (network: Network): number => (typeof network === 'object' ? network.late : 0)
