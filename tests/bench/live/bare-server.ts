import { createServer, type ServerResponse } from 'node:http'

/** Smallest server that can do it: Node's own, which keeps its answers open and writes to all of them when asked. */
const open: ServerResponse[] = []
const server = createServer((request, response) => {
  if (request.url === '/tell') {
    for (const listener of open) listener.write('event: testmomentEdited\ndata: {}\n\n')
    response.end()
    return
  }
  open.push(response)
  response.write('event: hello\ndata: {}\n\n')
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.(address.port)
})
process.on('SIGTERM', () => process.exit(0))
