import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startServer, untilLive } from '../../scripts/product/server-process.ts'
import { isFree } from '../../scripts/product/start-servers.ts'

test('a server that is killed is started again, and the operator is notified', async () => {
  const { url, said, server } = await start()
  const first = await pidAt(url)
  process.kill(Number(first), 'SIGKILL')
  await eventually(async () => expect([undefined, first]).not.toContain(await pidAt(url)))
  expect(said).toEqual(['De small server is gestopt (SIGKILL) en start over 0.25 s opnieuw.'])
  await server.stop()
})

test('a server that cannot start is not tried again', async () => {
  await expect(start({ PORT: '' })).rejects.toThrow('De small server kon niet starten (code 3)')
})

test('a server that starts slowly is waited for, and the operator reads why', async () => {
  const port = await freePort()
  const liveUrl = `http://127.0.0.1:${port}`
  const env = { ...process.env, PORT: String(port), SLOW: '700' }
  const child = fork(new URL('programs/small-server.ts', import.meta.url), { env })
  onTestFinished(() => void child.kill())
  const said: string[] = []
  await untilLive({ name: 'small server', liveUrl, say: (line) => said.push(line) }, child, 200)
  expect(said[0]).toMatch(/^De small server start nog \(\d+ s\): wacht op /)
  expect(said[0]).toContain(`${liveUrl}, nog geen antwoord.`)
})

test('a server that is stopped stays away', async () => {
  const { url, said, server } = await start()
  await server.stop()
  expect(await pidAt(url)).toBeUndefined()
  expect(said).toEqual([])
})

test('a server stopped while it waits for its next start is not started any more', async () => {
  const { url, said, server } = await start()
  process.kill(Number(await pidAt(url)), 'SIGKILL')
  await eventually(() => expect(said).not.toEqual([]))
  await server.stop()
  expect(await pidAt(url)).toBeUndefined()
})

test('a server ends by itself when the process that started it was killed', async () => {
  const port = await freePort()
  const operator = fork(new URL('programs/small-operator.ts', import.meta.url), {
    env: { ...process.env, PORT: String(port) },
    // Left behind with our output in its hands, the server would keep this run from ending.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await once(operator, 'message')
  const orphan = Number(await pidAt(`http://127.0.0.1:${port}`))
  operator.kill('SIGKILL')
  await eventually(async () => expect(await isFree('127.0.0.1', port)).toBe(true)).catch((error) => {
    process.kill(orphan, 'SIGKILL')
    throw error
  })
})

test('a port in use is noticed before anything is started', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const address = other.address()
  expect(typeof address === 'object' && (await isFree('127.0.0.1', address?.port ?? 0))).toBe(false)
})

async function start(env: NodeJS.ProcessEnv = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const said: string[] = []
  const server = await startServer({
    name: 'small server',
    main: 'tests/house/programs/small-server.ts',
    liveUrl: url,
    env: { ...process.env, PORT: String(port), ...env },
    say: (line) => said.push(line),
  })
  return { url, said, server }
}

const pidAt = (url: string): Promise<string | undefined> =>
  fetch(url).then(
    (answer) => answer.text(),
    () => undefined,
  )
