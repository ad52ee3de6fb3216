import type { AnsweringServices } from '#tests/harness/push/answering-services.ts'
import { median } from '#tests/harness/statistics.ts'
import type { BenchRow } from '../result-table.ts'
import { type Sent, sendApart } from './send-apart.ts'

const PUSHES = 5_000
const ROUNDS = 3
const CPU_GOAL = 2
const GOALS = { ms: 4_000, connections: 2, memory: 150 }

/** One push by itself to one push service, and thousands to three. */
export async function sendingRows(services: AnsweringServices): Promise<BenchRow[]> {
  const one = await rounds(services, services.origins.slice(0, 1))
  const { ours, theirs } = await rounds(services, services.origins)
  return [
    {
      what: 'one push, 50 in flight',
      measured: `${Math.round(one.ours.cpu)} µs CPU`,
      reference: `web-push sendNotification: ${Math.round(one.theirs.cpu)} µs`,
      figure: `${(one.theirs.cpu / one.ours.cpu).toFixed(2)} × less`,
      goal: `≥ ${CPU_GOAL} × less`,
      reached: one.theirs.cpu >= CPU_GOAL * one.ours.cpu,
    },
    {
      what: `${PUSHES} pushes to 3 origins that answer after 40 ms`,
      measured: inWords(ours),
      reference: `web-push: ${inWords(theirs)}`,
      figure: `${(ours.ms / 1_000).toFixed(2)} s, ${ours.connections} connections, ${Math.round(ours.memory)} MB`,
      goal: `≤ ${GOALS.ms / 1_000} s, ≤ ${GOALS.connections} connections an origin, ≤ ${GOALS.memory} MB`,
      reached: ours.ms <= GOALS.ms && ours.connections <= GOALS.connections && ours.memory <= GOALS.memory,
    },
  ]
}

async function rounds(services: AnsweringServices, origins: readonly string[]) {
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
