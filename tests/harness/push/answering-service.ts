import { createSecureServer } from 'node:http2'

/**
 * A push service that takes 40 ms, as one far away does. It sends its parent the port, and on request the received
 * pushes with their times; it may be set to bad answers: to every fourth device, each time.
 */
const DELAY_MS = 40
const BAD = [{ status: 500 }, { status: 503 }, { status: 429, retryAfter: 30 }, 'reset'] as const

const [key = '', cert = ''] = process.argv.slice(2)
const accepted: number[] = []
let connections = 0
let isBad = false
const server = createSecureServer({ key, cert, allowHTTP1: true })
server.on('secureConnection', () => {
  connections += 1
})
server.on('request', (request, response) => {
  request.resume()
  request.on('end', () => {
    setTimeout(() => {
      const bad = badAnswerTo(request.url)
      if (bad === 'reset') return request.socket.destroy()
      if (!bad) accepted.push(Date.now())
      if (bad && 'retryAfter' in bad) response.setHeader('retry-after', bad.retryAfter)
      response.statusCode = bad?.status ?? 201
      response.end()
    }, DELAY_MS)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.(address.port)
})
process.on('message', (asked) => {
  if (asked !== 'take') {
    isBad = asked === 'be bad'
    return
  }
  process.send?.({ accepted, connections })
  accepted.length = 0
  connections = 0
})

/** The devices of a push service are numbered by fours: see `startPushSubject`. */
function badAnswerTo(path: string): (typeof BAD)[number] | undefined {
  const device = Math.floor(Number(path.split('/').at(-1)) / 4)
  return isBad && device % 4 === 0 ? BAD[(device / 4) % BAD.length] : undefined
}
