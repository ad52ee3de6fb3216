import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { PASSWORD, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnSqlite } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

describeOnSqlite('at SIGTERM', (_, urls) => {
  test('answers requests that are half sent, lets nobody new in, and ends well', async () => {
    const databaseUrl = await urls.fresh()
    const database = openDatabase(databaseUrl)
    await startTestSchool(database)
    await database.close()
    const { server, said } = startServer(databaseUrl)
    const ended = once(server, 'exit')
    const port = Number(/:(\d+)$/.exec(await said('Server listening at'))?.[1])

    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    const body = JSON.stringify({ username: 'sam@school.test', password: PASSWORD })
    const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue`
    // The server says 100 once it has read the head: from then on this request is under way.
    expect(await reply(socket, `POST /api/v1/login_check HTTP/1.1\r\n${head}\r\n\r\n`)).toContain('100 Continue')

    server.kill('SIGTERM')
    await said('closing')
    const answer = await reply(socket, body)
    socket.on('error', () => undefined).destroy()
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toMatch(/^connection: close/im)
    await eventually(() => expect(letIn(port)).rejects.toThrow('ECONNREFUSED'))
    expect((await ended)[0]).toBe(0)
  })
})

/** Resolves when the port takes a connection. One that the closing server resets a moment later is no failure of the test. */
async function letIn(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined).destroy()
}

function startServer(databaseUrl: string) {
  const env = { ...process.env, PORT: '0', DATA_DIR: scratchFolder(), DATABASE_URL: databaseUrl }
  const server = spawn(process.execPath, ['api-server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
  /** The message of the next line that begins like this. */
  const said = async (beginning: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`the server never said '${beginning}'`)
      const message: unknown = JSON.parse(value).msg
      if (typeof message === 'string' && message.startsWith(beginning)) return message
    }
  }
  return { server, said }
}

async function reply(socket: Socket, text: string): Promise<string> {
  socket.write(text)
  const [received] = await once(socket, 'data')
  return String(received)
}
