import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'
import type { AnsweringServices } from './answering-services.ts'
import { type Sent, sendApart } from './send-apart.ts'

const PUSHES = 5_000
const ROUNDS = 3

const CPU_GOAL = 2
const TIME_GOAL = 4_000
const CONNECTIONS_GOAL = 2
const MEMORY_GOAL = 150

/** One push by itself to one push service, and thousands to three. */
export async function sendingRows(services: AnsweringServices): Promise<BenchRow[]> {
  const one = await rounds(services, services.origins.slice(0, 1))
  const three = await rounds(services, services.origins)
  return [cpuRow(one), timeRow(three)]
}

interface Compared {
  ours: Sent
  theirs: Sent
}

async function rounds(services: AnsweringServices, origins: readonly string[]): Promise<Compared> {
  const [ours, theirs]: [Sent[], Sent[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await sendApart('ours', PUSHES, services, origins))
    theirs.push(await sendApart('web-push', PUSHES, services, origins))
  }
  return { ours: middle(ours), theirs: middle(theirs) }
}

const middle = (all: readonly Sent[]): Sent => ({
  ms: median(all.map(({ ms }) => ms)),
  cpu: median(all.map(({ cpu }) => cpu)),
  memory: Math.max(...all.map(({ memory }) => memory)),
  connections: Math.max(...all.map(({ connections }) => connections)),
})

const inWords = ({ ms, cpu, memory, connections }: Sent) =>
  `${(ms / 1_000).toFixed(2)} s, ${Math.round(cpu)} µs CPU each, ${Math.round(memory)} MB, ${connections} connections an origin`

const cpuRow = ({ ours, theirs }: Compared): BenchRow => ({
  what: 'one push, 50 in flight',
  measured: `${Math.round(ours.cpu)} µs CPU`,
  reference: `web-push sendNotification: ${Math.round(theirs.cpu)} µs`,
  figure: `${(theirs.cpu / ours.cpu).toFixed(2)} × less`,
  goal: `≥ ${CPU_GOAL} × less`,
  reached: theirs.cpu >= CPU_GOAL * ours.cpu,
})

const timeRow = ({ ours, theirs }: Compared): BenchRow => ({
  what: `${PUSHES} pushes to 3 origins that answer after 40 ms`,
  measured: inWords(ours),
  reference: `web-push: ${inWords(theirs)}`,
  figure: `${(ours.ms / 1_000).toFixed(2)} s, ${ours.connections} connections, ${Math.round(ours.memory)} MB`,
  goal: `≤ ${TIME_GOAL / 1_000} s, ≤ ${CONNECTIONS_GOAL} connections an origin, ≤ ${MEMORY_GOAL} MB`,
  reached: ours.ms <= TIME_GOAL && ours.connections <= CONNECTIONS_GOAL && ours.memory <= MEMORY_GOAL,
})
