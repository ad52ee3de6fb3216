import { editTestmoment } from '#contract/testmoments.gen.ts'
import type { Database } from '#database/engine/open-database.ts'
import { mustCall } from '#tests/harness/http/calls.ts'
import { type LoggedServers, startLoggedApis } from '#tests/harness/logged-servers.ts'
import { type Engine, onEngine, type Place } from '#tests/harness/places.ts'
import { type AnsweringServices, startPushing, startServices } from '#tests/harness/push/answering-services.ts'
import { teacherAfter } from '#tests/harness/school/bench-school.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import type { StormTarget } from './run-storm.ts'
import { OPENING, seedStormSchool } from './storm-school.ts'

/** SQLite has one writer; PostgreSQL is for several processes. */
const API_SERVERS: Record<Engine, number> = { SQLite: 1, PostgreSQL: 2 }

/** The whole product on a school that waits for the opening. */
export interface StormSubject extends StormTarget, Pick<LoggedServers, 'processorTime' | 'memory' | 'unexpected'> {
  database: Database
  services: AnsweringServices
  /** access tokens by user id, for who needs no session */
  accessTokens: string[]
  teacherToken: string
  /** opens the moment as the teacher; resolves to when it was acknowledged (ms since the epoch) */
  open(): Promise<number>
  /** sets the number of seats of that moment; resolves to when it was acknowledged */
  setSeats(seats: number): Promise<number>
}

/** Works on one. `smtpUrl`: where letters go; else they become files. */
export const withStormSubject = <Result>(
  { engine, students, smtpUrl }: { engine: Engine; students: number; smtpUrl?: string },
  work: (subject: StormSubject) => Promise<Result>,
): Promise<Result> =>
  onEngine(engine, async (place) => {
    const { stop, ...subject } = await startStormSubject(place, students, smtpUrl)
    return work(subject).finally(stop)
  })

async function startStormSubject(place: Place, students: number, smtpUrl?: string) {
  const { engine, database, dataDir } = place
  const services = await startServices(3)
  const refreshTokens = await seedStormSchool(database, students, services.origins)
  const teacher = teacherAfter(students)
  const accessTokens = await signTokens(dataDir, teacher)
  const teacherToken = accessTokens[teacher] ?? ''
  const servers = await startLoggedApis(place, API_SERVERS[engine], { ...(smtpUrl && { SMTP_URL: smtpUrl }) })
  const pushing = await startPushing(place, services)

  const edit = async (body: object) => {
    const params = { schoolyear_id: 1, id: OPENING }
    await mustCall(`http://127.0.0.1:${servers.ports[0]}`, editTestmoment, { params, token: teacherToken, body })
    return Date.now()
  }
  return {
    ...servers,
    database,
    services,
    refreshTokens,
    accessTokens,
    teacherToken,
    open: () => edit({ enrollments_enabled: true }),
    setSeats: (seats: number) => edit({ seats }),
    stop: async () => {
      await pushing.end()
      await servers.stop()
      await services.stop()
    },
  }
}
