import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../support/free-port.ts'
import { type ArmedCut, WatchedConnection } from './watched-connection.ts'

export interface StatementProxy {
  port: number
  /**
   * Cuts the next transaction at this place. Resolves to false if the transaction ended before: it has fewer
   * statements than the cut asks for.
   */
  cutNext(cut: ArmedCut['cut']): Promise<boolean>
  stop(): Promise<void>
}

/** A proxy between the product and PostgreSQL that loses a connection at exactly the given statement. */
export async function startStatementProxy(target: number): Promise<StatementProxy> {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let armed: ArmedCut | undefined

  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({ port: target, host: '127.0.0.1', noDelay: true })
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    new WatchedConnection(client, database, () => {
      const taken = armed
      armed = undefined
      return taken
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    port,
    cutNext: (cut) =>
      new Promise((resolve) => {
        armed = { cut, met: resolve }
      }),
    stop: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
