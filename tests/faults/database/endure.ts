import { setTimeout as delay } from 'node:timers/promises'
import { startApi, untilReady } from '#tests/harness/killable-server.ts'
import { type Bystander, type Sight, standBy } from '#tests/harness/people/bystander.ts'
import { startCrowd } from '#tests/harness/people/crowd.ts'
import { inWords, isTrue, judgeJournals } from '#tests/harness/people/judge-journals.ts'
import type { Place } from '#tests/harness/places.ts'
import { seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { until } from '#tests/harness/wait.ts'
import type { Extent, FaultRow } from '../fault-row.ts'
import { longest, refusals, unseemly } from './what-was-seen.ts'

const STUDENTS = 40
/** how long the trouble goes on once it is felt */
const LASTS_MS = { quick: 500, full: 10_000 }
/** acknowledged before it, and again after it */
const ENOUGH = 100

/** Something that happens to a database, and passes. */
export interface Trouble {
  name: string
  done: string
  begin(): Promise<void>
  end(): Promise<void>
  /** whether it is felt as the database's absence, as refused enrollments while reading goes on, or only as slowness */
  felt: 'away' | 'unwritable' | 'slow'
}

/**
 * Lets each trouble come over a server that a crowd is using, in turn. A 503 says nothing false, so what must hold is:
 * the server stays live, refuses in the right way, is itself again afterwards, and the journals are true.
 */
export async function endure(
  place: Place,
  { databaseUrl, troubles }: { databaseUrl: string; troubles: readonly Trouble[] },
  extent: Extent,
): Promise<FaultRow[]> {
  const { dataDir, database, engine } = place
  const count = STUDENTS * troubles.length + 1
  const school = await seedFaultSchool(database, count)
  const tokens = await signTokens(dataDir, count)
  const server = await startApi({ url: databaseUrl, dataDir })
  // The observer is not one of the crowd: their single enrollment must stay theirs.
  const [looker, ...others] = school.students
  const own = { user_id: looker?.id ?? 0, testmoment_id: school.moments[3]?.id ?? 0, module_id: school.modules[0] ?? 0 }
  const rows: FaultRow[] = []

  for (const trouble of troubles) {
    await database.kysely.deleteFrom('enrollment').execute()
    const students = others.splice(0, STUDENTS)
    const crowd = startCrowd({ ...school, students }, [server.url])
    await crowd.more(ENOUGH)
    const bystander = standBy(server.port, own, tokens[own.user_id] ?? '')
    const wasFelt = await suffer(trouble, bystander, LASTS_MS[extent])
    const since = performance.now()
    await untilReady(server.url)
    const ready = performance.now() - since
    await crowd.more(ENOUGH)
    await crowd.stop()
    const sight = await bystander.leave()
    await database.kysely.deleteFrom('enrollment').where('user_id', '=', own.user_id).execute()
    rows.push({
      fault: `${trouble.name}, ${engine}`,
      ...(await judge()),
    })

    async function judge(): Promise<Omit<FaultRow, 'fault'>> {
      const journals = await judgeJournals(database, { ...school, students }, crowd.students)
      const wrong = [...unseemly(sight), ...(wasFelt ? [] : ['not felt as it should be'])]
      return {
        done: trouble.done,
        invariant: INVARIANT[trouble.felt],
        measured: `${inWords(journals)}; ${inSight(sight)}${wrong.length > 0 ? `; ${wrong.join(', ')}` : ''}; ready ${Math.round(ready)} ms after`,
        goal: 'Retry-After ≤ 1 s; 0 of each; recovers by itself',
        held: wrong.length === 0 && isTrue(journals),
      }
    }
  }
  await server.stop()
  return rows
}

/** Whether the trouble was felt as it should be. It ends in any case: what it holds open must not hide why it could not begin. */
async function suffer(trouble: Trouble, bystander: Bystander, lastsMs: number): Promise<boolean> {
  try {
    await trouble.begin()
    const wasFelt = await untilFelt(trouble, bystander)
    await delay(lastsMs)
    return wasFelt
  } finally {
    await trouble.end()
  }
}

/**
 * A server that cannot write reports itself not ready, so that somebody acts. It goes on reading: nginx sends it
 * requests whether it is ready or not.
 */
const INVARIANT = {
  away: 'live 200; ready 503; 503 with Retry-After ≤ 1 s; recovers; journals true',
  unwritable: 'live 200; ready 503; reading goes on; 503 with Retry-After ≤ 1 s; recovers; journals true',
  slow: 'live and ready 200; slower answers, no refusal; journals true',
} satisfies Record<Trouble['felt'], string>

/** False when it is not felt as it should be within a minute. */
function untilFelt({ felt }: Trouble, { sight }: Bystander): Promise<boolean> {
  const before = { ready: sight.ready.length, enrolling: sight.enrolling.length }
  return until(() => {
    const [ready, enrolling] = [sight.ready.slice(before.ready), sight.enrolling.slice(before.enrolling)]
    if (felt === 'slow') return enrolling.length > 3 && refusals([...ready, ...enrolling]) === 0
    return refusals(enrolling) > 0 && refusals(ready) > 0
  })
}

const inSight = ({ live, ready, reading, enrolling }: Sight): string =>
  `refused ${refusals(reading)} of ${reading.length} readings (${longest(reading)} ms at most) and ${refusals(enrolling)} of ${enrolling.length} enrollments (${longest(enrolling)} ms); ready 503 ${refusals(ready)} times; live within ${longest(live)} ms`
