import { HEARTBEAT_MS } from '#contract/app-events.ts'
import type { Spent } from './several-servers.ts'

/** Measured costs, which the model multiplies. */
export interface Costs {
  /** µs of the processor for one student of the storm: refresh, both lists, an enrollment, and what else that brings about */
  visit: Spent
  /** bytes of WAL for the same */
  wal: number
  /** bytes that go out for the same */
  sent: number
  /** MB of an API server before anybody comes */
  process: number
  /** µs of nginx */
  handshake: number
  /** costs of each open screen: kB, and µs for each heartbeat and each event */
  stream: { api: number; nginx: number }
  heartbeat: { api: number; nginx: number }
  event: { api: number; nginx: number }
  /** µs of each API server for each enrollment anywhere */
  receiving: number
  /** ms of a core */
  hash: number
  push: { cpu: number; perSecond: number }
  /** the most a second, here */
  most: { notifying: number; oneMoment: number; withSeats: number }
}

/** A push brings them all within half a minute. */
const SECONDS = 30
/** Fuller than this a processor has everybody wait in line. */
const BUSY = 0.6
const BY_PASSWORD = 0.02
/** share with a device that is notified, most of them by one push service */
const WITH_PUSH = 0.5
const LARGEST_ORIGIN = 0.6
/** a second, from each API server, see database/changes/announce.ts */
const ANNOUNCEMENTS = 10
/** see database/engine/postgres/postgres-dialect.ts */
const CONNECTIONS = 10

export const SIZES = [10_000, 100_000, 1_000_000] as const

/** One line of what a school of some size needs: its figure for each size, and of what it is made. */
export interface Need {
  what: string
  figures: string[]
  formula: string
}

/** Needs of this many students who all come within half a minute: the measured cost of one student, multiplied. */
export function needsOf(costs: Costs): Need[] {
  const { visit, heartbeat, event, stream, push, most } = costs
  const rate = (students: number) => students / SECONDS
  const beats = (students: number) => (1_000 * students) / HEARTBEAT_MS
  const cores = (us: number) => us / 1e6 / BUSY
  /**
   * Each server receives all enrollments, so that each further one has less to spare; where that takes all of it, none
   * would help.
   */
  const servers = (students: number) => {
    const left = 1e6 * BUSY - rate(students) * costs.receiving
    return left <= 0
      ? Number.POSITIVE_INFINITY
      : Math.ceil((rate(students) * visit.api + beats(students) * heartbeat.api) / left)
  }
  const pushes = (students: number) => students * WITH_PUSH
  const line = (what: string, of: (students: number) => string, formula: string): Need => ({
    what,
    figures: SIZES.map(of),
    formula,
  })
  const beside = (need: number, have: number) =>
    `${whole(need)} (${need <= have ? 'fits' : `${(need / have).toFixed(1)} × too many`})`

  return [
    line('students a second', (students) => whole(rate(students)), `students ÷ ${SECONDS} s`),
    line('calls a second', (students) => whole(5 * rate(students)), '5 each: refresh, 2 GET, POST, live stream'),
    line(
      'API servers, a core each',
      (students) => whole(servers(students)),
      `(visits × ${us(visit.api)} + streams × ${us(heartbeat.api)} ÷ ${HEARTBEAT_MS / 1_000} s) ÷ (${BUSY} − enrollments × ${us(costs.receiving)})`,
    ),
    line(
      'of each of them, for hearing what happens elsewhere',
      (students) => `${Math.round((100 * rate(students) * costs.receiving) / 1e6)} %`,
      `enrollments × ${us(costs.receiving)}`,
    ),
    line(
      'cores for nginx',
      (students) => one(cores(rate(students) * (visit.nginx + costs.handshake) + beats(students) * heartbeat.nginx)),
      `(visits × (${us(visit.nginx)} + TLS ${us(costs.handshake)}) + streams × ${us(heartbeat.nginx)} ÷ ${HEARTBEAT_MS / 1_000} s) ÷ ${BUSY}`,
    ),
    line(
      'PgBouncers, a core each',
      (students) => whole(Math.ceil(cores(rate(students) * visit.pgbouncer))),
      `visits × ${us(visit.pgbouncer)} ÷ ${BUSY}; it has one thread`,
    ),
    line(
      'cores for the one primary',
      (students) => one(cores(rate(students) * visit.postgres)),
      `visits × ${us(visit.postgres)} ÷ ${BUSY}`,
    ),
    line(
      'GB for API servers and nginx',
      (students) => one((servers(students) * costs.process * 1_000 + students * (stream.api + stream.nginx)) / 1e6),
      `servers × ${whole(costs.process)} MB + streams × ${one(stream.api + stream.nginx)} kB`,
    ),
    line(
      'MB of WAL a second',
      (students) => one((rate(students) * costs.wal) / 1e6),
      `visits × ${whole(costs.wal)} bytes`,
    ),
    line(
      'Mbit/s out',
      (students) => whole((8 * rate(students) * costs.sent) / 1e6),
      `visits × ${whole(costs.sent)} bytes`,
    ),
    line(
      'commits that notify, a second',
      (students) => beside(ANNOUNCEMENTS * servers(students), most.notifying),
      `${ANNOUNCEMENTS} × servers; here at most ${whole(most.notifying)}`,
    ),
    line('connections to PgBouncer', (students) => whole(CONNECTIONS * servers(students)), `${CONNECTIONS} × servers`),
    line(
      'enrollments a second into one moment',
      (students) => beside(rate(students), most.oneMoment),
      `here at most ${whole(most.oneMoment)}`,
    ),
    line(
      'the same where it has seats',
      (students) => beside(rate(students), most.withSeats),
      `here at most ${whole(most.withSeats)}`,
    ),
    line(
      'cores to tell all how many seats are free, each second',
      (students) => one(cores(students * (event.api + event.nginx))),
      `streams × (${us(event.api)} API + ${us(event.nginx)} nginx) ÷ ${BUSY}`,
    ),
    line(
      's until one push server has told them',
      (students) =>
        whole(Math.max((pushes(students) * LARGEST_ORIGIN) / push.perSecond, (pushes(students) * push.cpu) / 1e6)),
      `${WITH_PUSH} of them; ${LARGEST_ORIGIN} of those at one origin, ${whole(push.perSecond)} /s there; ${us(push.cpu)} each`,
    ),
    line(
      'cores for those who log in by password',
      (students) => one(cores(rate(students) * BY_PASSWORD * costs.hash * 1_000)),
      `${100 * BY_PASSWORD} % × ${one(costs.hash)} ms ÷ ${BUSY}`,
    ),
  ]
}

export const whole = (value: number) =>
  Number.isFinite(value) ? Math.round(value).toLocaleString('en') : 'none would do'
export const one = (value: number) =>
  Number.isFinite(value) ? value.toLocaleString('en', { maximumFractionDigits: 1 }) : '–'
const us = (value: number) => `${value < 10 ? one(value) : whole(value)} µs`
