import { connect } from 'node:net'

/** Answers that one client got while the server ended. */
export interface Farewell {
  answered: number
  /** statuses that nobody should get */
  wrong: number[]
  /** requests on a connection that had been let in, which ended without an answer or in the middle of one */
  dropped: number
  /**
   * clients that had connected but that the server had not accepted when it stopped listening: nothing of their
   * request was read
   */
  outside: number
}

/**
 * Asks one thing after the other, on one connection as long as it is kept or each time on a new one, until nobody listens
 * there any more. An answer that ends its connection is an answer.
 */
export async function askUntilGone(port: number, next: () => string, { keep }: { keep: boolean }): Promise<Farewell> {
  const farewell: Farewell = { answered: 0, wrong: [], dropped: 0, outside: 0 }
  while (await askOnOneConnection(port, next, keep, farewell)) {}
  return farewell
}

/** False once nobody listens. */
function askOnOneConnection(port: number, next: () => string, keep: boolean, farewell: Farewell): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay(true)
    let received = ''
    let isAsked = false
    let isLetIn = false
    const ask = () => {
      isAsked = true
      socket.write(next(), 'latin1')
    }
    socket.on('connect', ask)
    socket.on('data', (chunk) => {
      received += chunk
      const [, status, head = '', length] = HEAD.exec(received) ?? []
      if (!status || received.length < head.length + Number(length)) return
      isAsked = false
      isLetIn = true
      farewell.answered += 1
      if (!['200', '201'].includes(status)) farewell.wrong.push(Number(status))
      received = ''
      if (keep && !/\r\nconnection: close\r\n/i.test(head)) ask()
      else socket.end()
    })
    let isRefused = false
    socket.on('error', (error) => {
      isRefused = 'code' in error && error.code === 'ECONNREFUSED'
    })
    socket.on('close', () => {
      if (isAsked) farewell[isLetIn || received !== '' ? 'dropped' : 'outside'] += 1
      resolve(!isRefused)
    })
  })
}

/** Head of an answer: its status, its text, and the length of the body. */
const HEAD = /^(?=HTTP\/1\.1 (\d+))((?:.+\r\n)*?content-length: (\d+)\r\n(?:.+\r\n)*\r\n)/i
