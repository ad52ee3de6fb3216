import webPush from 'web-push'
import { encryptFor } from '#push-server/sender/encrypt.ts'
import { createVapidHeaders } from '#push-server/sender/vapid.ts'
import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'
import { MESSAGE, makeKeys, SUBJECT } from './addressees.ts'

const PUSHES = 1_000
const ROUNDS = 7
const GOAL = 1.8
const ORIGIN = 'https://fcm.googleapis.com'

/** What it takes to make one request: encrypt, and show who sends. In turns, since the machine is shared. */
export function cryptoRow(): BenchRow {
  const keys = makeKeys()
  const key = webPush.generateVAPIDKeys()
  const headers = createVapidHeaders(SUBJECT, Date.now)
  const ours = () => {
    headers(ORIGIN, key)
    encryptFor(keys, Buffer.from(JSON.stringify(MESSAGE)))
  }
  const options = { vapidDetails: { subject: SUBJECT, ...key }, TTL: 3_600 }
  const theirs = () => {
    webPush.generateRequestDetails({ endpoint: `${ORIGIN}/x`, keys }, JSON.stringify(MESSAGE), options)
  }
  cost(ours)
  cost(theirs)
  const rounds = Array.from({ length: ROUNDS }, () => ({ ours: cost(ours), theirs: cost(theirs) }))
  const measured = median(rounds.map((round) => round.ours))
  const reference = median(rounds.map((round) => round.theirs))
  const times = reference / measured
  return {
    what: 'the cryptography of one push',
    measured: `${Math.round(measured)} µs CPU`,
    reference: `web-push generateRequestDetails: ${Math.round(reference)} µs`,
    figure: `${times.toFixed(2)} × less`,
    goal: `≥ ${GOAL} × less`,
    reached: times >= GOAL,
  }
}

/** µs of the processor each time */
function cost(work: () => void): number {
  const before = process.cpuUsage()
  for (let push = 0; push < PUSHES; push++) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / PUSHES
}
