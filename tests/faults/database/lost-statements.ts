import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import { startApi } from '#tests/harness/killable-server.ts'
import { openPostgresPlace, within } from '#tests/harness/places.ts'
import { seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { sum } from '#tests/harness/statistics.ts'
import type { Fault, FaultRow } from '../fault-row.ts'
import { type CutResult, enrollTogether } from './cut-enrollments.ts'
import { startStatementProxy } from './statement-proxy.ts'
import type { Cut } from './watched-connection.ts'

const STUDENTS = 60
/** Students who share a batch, so that each cut meets several. */
const TOGETHER = 3

/** The connection to PostgreSQL is lost at every statement of the enrollment transaction, before and after PostgreSQL has done it. */
export const lostStatements: Fault = {
  quick: true,
  run: () =>
    within(openPostgresPlace(), async (place) => {
      const school = await seedFaultSchool(place.database, STUDENTS)
      const tokens = await signTokens(place.dataDir, STUDENTS)
      const proxy = await startStatementProxy(Number(new URL(place.url).port))
      const databaseUrl = Object.assign(new URL(place.url), { port: String(proxy.port) }).href
      const server = await startApi({ url: databaseUrl, dataDir: place.dataDir })
      const { port } = server

      const testmoment_id = school.moments.at(-1)?.id ?? 0
      let asked = 0
      const nextWishes = (): EnrollmentCreate[] =>
        Array.from({ length: TOGETHER }, () => {
          const n = asked++
          const user_id = school.students[n % STUDENTS]?.id ?? 0
          return { user_id, testmoment_id, module_id: school.modules[Math.floor(n / STUDENTS)] ?? 0 }
        })
      /** Undefined when the transaction had no such statement. */
      const cutAt = async (cut: Cut | 'pretended commit'): Promise<CutResult | undefined> => {
        for (;;) {
          const wasCut = proxy.cutNext(cut)
          const result = await enrollTogether(place.database, port, nextWishes(), tokens)
          if (!(await wasCut)) return undefined
          // Else it was another transaction of the server that met it.
          if (cut === 'pretended commit' || result.undone + result.done > 0) return result
        }
      }
      const cutEverywhere = async (when: Cut['when']): Promise<CutResult[]> => {
        const results: CutResult[] = []
        for (let statement = 1; ; statement++) {
          const result = await cutAt({ statement, when })
          if (!result) return results
          results.push(result)
        }
      }

      const rows = [
        rowOf('unsent', await cutEverywhere('unsent')),
        rowOf('unanswered', await cutEverywhere('unanswered')),
      ]
      const pretended = await cutAt('pretended commit')
      await server.stop()
      await proxy.stop()
      return [...rows, controlOf(pretended)]
    }),
}

function rowOf(when: Cut['when'], results: readonly CutResult[]): FaultRow {
  const lies = results.flatMap((result) => result.lies)
  const last = results.at(-1)
  // Only the answer to a COMMIT can be lost with the place taken.
  const doneBefore = sum(results, ({ done }) => done) - (last?.done ?? 0)
  const isRight = when === 'unsent' ? last?.done === 0 : last?.done !== 0
  return {
    fault: `connection lost ${when === 'unsent' ? 'before' : 'after'} every statement`,
    done: `each of the ${results.length} statements of an enrollment transaction of ${TOGETHER}, ${when}`,
    invariant: '503 with Retry-After, and the next try is told what is true; nothing half done',
    measured: `${sum(results, ({ undone }) => undone)} not enrolled and told 201 next, ${sum(results, ({ done }) => done)} enrolled by COMMIT and told 200 next; ${lies.length} false answers${lies.length > 0 ? ` (${lies.slice(0, 3).join('; ')})` : ''}`,
    goal: `0 false answers; enrolled ${when === 'unsent' ? 'nowhere' : 'only at COMMIT'}`,
    held: results.length > 3 && lies.length === 0 && doneBefore === 0 && isRight,
  }
}

/** Whether a lie would be seen at all. */
const controlOf = (pretended: CutResult | undefined): FaultRow => ({
  fault: 'control: a database that says COMMIT and forgets',
  done: 'the proxy answers the COMMIT itself, and drops it',
  invariant: 'the comparison with the database shows it',
  measured: `${pretended?.lies.length ?? 0} false answers`,
  goal: 'at least one',
  held: (pretended?.lies.length ?? 0) > 0,
})
