import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { keepSuite, whyNoBareDebian } from '../../support/bare-debian.ts'
import { type Fault, type FaultRow, notTried } from '../fault-row.ts'
import { openNetwork } from './cluster-network.ts'

/** docs/high-availability.md on three bare machines, and what becomes of them while students enroll. */
export const failover: Fault = {
  quick: false,
  limit: 60,
  run: async () => {
    const lack = whyNoBareDebian()
    if (lack) return [notTried('failover of three machines', lack)]
    // Nothing of it can be fetched from the network that they are on.
    keepSuite('trixie')
    const network = openNetwork(process.pid)
    process.once('exit', network.remove)
    return await tryWithin(network.of('three'))
  },
}

/** The crowd, the servers and who judges are on the third machine's network, where the application's one address is. */
async function tryWithin(namespace: string): Promise<FaultRow[]> {
  const program = new URL('try-page.ts', import.meta.url).pathname
  const child = spawn('nsenter', [`--net=${namespace}`, process.execPath, program, String(process.pid)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let rows: FaultRow[] = []
  child.on('message', (message) => {
    // Sent by try-page.ts, and by nobody else.
    rows = message as FaultRow[]
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`it ended with ${code}`)
  return rows
}
