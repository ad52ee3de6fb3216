import { createSecureServer } from 'node:http2'

/** A push service that takes 40 ms, as one far away does. Its parent is told the port, and on asking what came and when. */
const DELAY_MS = 40

const [key = '', cert = ''] = process.argv.slice(2)
const accepted: number[] = []
let connections = 0
const server = createSecureServer({ key, cert, allowHTTP1: true })
server.on('secureConnection', () => {
  connections += 1
})
server.on('request', (request, response) => {
  request.resume()
  request.on('end', () => {
    setTimeout(() => {
      accepted.push(Date.now())
      response.statusCode = 201
      response.end()
    }, DELAY_MS)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.(address.port)
})
process.on('message', () => {
  process.send?.({ accepted, connections })
  accepted.length = 0
  connections = 0
})
