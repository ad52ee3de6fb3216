import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf } from '#contract/endpoint.ts'
import { editTestmoment } from '#contract/testmoments.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { startPostgres } from '../../support/postgres-cluster.ts'
import { signTokens } from '../enroll/bench-tokens.ts'
import { teacherAfter } from '../live/live-school.ts'
import { type AnsweringServices, startServices } from '../push/answering-services.ts'
import type { StormTarget } from './run-storm.ts'
import { OPENING, seedStormSchool } from './storm-school.ts'
import { type StormServers, startStormServers } from './storm-servers.ts'

export type Engine = 'SQLite' | 'PostgreSQL'

/** SQLite has one writer; PostgreSQL is for several processes. */
const API_SERVERS: Record<Engine, number> = { SQLite: 1, PostgreSQL: 2 }

/** The whole product on a school that waits for the opening. */
export interface StormSubject extends StormTarget, Pick<StormServers, 'processorTime' | 'memory' | 'unexpected'> {
  engine: Engine
  database: Database
  services: AnsweringServices
  /** access tokens by user id, for who needs no session */
  accessTokens: string[]
  teacherToken: string
  /** by the teacher; resolves with when it was acknowledged (ms since the epoch) */
  open(): Promise<number>
  /** likewise: so many seats at the moment that is opened */
  setSeats(seats: number): Promise<number>
  stop(): Promise<void>
}

/** `smtpUrl`: where letters go; else they become files. */
export async function startStormSubject(engine: Engine, students: number, smtpUrl?: string): Promise<StormSubject> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-storm-'))
  const cluster = engine === 'PostgreSQL' ? await startPostgres({ durable: true }) : undefined
  if (engine === 'PostgreSQL' && !cluster) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  const url = cluster?.url('postgres') ?? `sqlite:${join(folder, 'app.db')}`
  // Seeding and judging go through everything there is, while the machine has more to do.
  const database = openDatabase(url, { timeout: 60_000 })
  const services = await startServices(3)
  const refreshTokens = await seedStormSchool(database, students, services.origins)
  const teacher = teacherAfter(students)
  const accessTokens = await signTokens(folder, Date.now(), teacher)
  const teacherToken = accessTokens[teacher] ?? ''
  const { ports, processorTime, memory, unexpected, stop } = await startStormServers(
    { url, folder, smtpUrl },
    API_SERVERS[engine],
    services,
  )

  const edit = async (fields: object) => {
    const path = pathOf(editTestmoment, { schoolyear_id: 1, id: OPENING })
    const reply = await fetch(`http://127.0.0.1:${ports[0]}${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${teacherToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
    if (!reply.ok) throw new Error(`an edit was answered ${reply.status}`)
    await reply.arrayBuffer()
    return Date.now()
  }

  return {
    engine,
    database,
    services,
    ports,
    refreshTokens,
    accessTokens,
    teacherToken,
    processorTime,
    memory,
    unexpected,
    open: () => edit({ enrollments_enabled: true }),
    setSeats: (seats) => edit({ seats }),
    stop: async () => {
      await stop()
      await database.close()
      await services.stop()
      await cluster?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
