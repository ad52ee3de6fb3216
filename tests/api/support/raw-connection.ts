import { once } from 'node:events'
import { connect } from 'node:net'

/** Answers on a connection until the server ended it. */
export interface Ended {
  text: string
  /** status of each answer */
  statuses: number[]
  headers: string
  /** body of the last answer */
  body: unknown
}

/** Sends these bytes on a new connection, keeps it open, and waits until the server ends it. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<Ended> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  // A server that has answered with an error need not read the rest of the request.
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  const [headers = '', body = ''] = text.slice(text.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
  return { text, statuses, headers, body: body.startsWith('{') ? JSON.parse(body) : body }
}
