import { enrollmentFactsOf, futureEnrollment, moduleFactsOf, momentFactsOf } from '#domain/enrollments/choice.rules.ts'
import { mayEnroll, slotsLeft } from '#domain/enrollments/enrollment.rules.ts'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import { byStart, closesAt } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { freeSeatsAt, type Seats } from '#src/enrollment/seats.ts'

export interface ChoosableMoment {
  testmoment: Testmoment
  /** what this student may still choose there */
  choosable: ModuleStatus['module'][]
  slots: number
  /** until when (ISO) that can be done; null where no closing is planned */
  closing: string | null
  /** seats for newcomers; undefined without a limit, and while nothing is known of it */
  free: number | undefined
  /** all that is left to choose there has to wait for a seat */
  isFull: boolean
}

/** The moments at which this student can still choose something, or wait for a seat; the first one first. */
export function choosableMoments(
  statuses: readonly ModuleStatus[],
  testmoments: readonly Testmoment[],
  now: number,
  seats?: Seats,
): ChoosableMoment[] {
  const enrollments = enrollmentFactsOf(statuses)
  return testmoments
    .toSorted(byStart)
    .map((testmoment) => {
      const moment = momentFactsOf(testmoment)
      const free = freeSeatsAt(seats, testmoment)
      const choosable = statuses.flatMap((status) => {
        const module = moduleFactsOf(status)
        const verdict = mayEnroll({ moment, module, enrollments, by: 'student', free_seats: free, now })
        const isFull = !verdict.allowed && verdict.refusal === 'moment-full'
        const isTaken = testmoment.id in status.enrollments || (isFull && isWaiting(seats, testmoment.id, module.id))
        return (verdict.allowed || isFull) && !isTaken ? [{ module: status.module, isFull }] : []
      })
      return {
        testmoment,
        choosable: choosable.map(({ module }) => module),
        isFull: choosable.every(({ isFull }) => isFull),
        free,
        slots: slotsLeft(moment, enrollments),
        closing: closesAt(testmoment, now),
      }
    })
    .filter(({ choosable }) => choosable.length > 0)
}

const isWaiting = (seats: Seats | undefined, momentId: number, moduleId: number): boolean =>
  seats?.waiting.some((entry) => entry.testmoment_id === momentId && entry.module_id === moduleId) ?? false

type EnrolledMoment = ModuleStatus['enrollments'][string]['testmoment']

interface ComingTest {
  testmoment: EnrolledMoment
  modules: ModuleStatus['module'][]
}

/** The student's current enrollments by moment, the first moment first. */
export function comingTests(statuses: readonly ModuleStatus[], now: number): ComingTest[] {
  const byMoment = new Map<number, ComingTest>()
  for (const status of statuses) {
    const testmoment = futureEnrollment(status, now)?.testmoment
    if (!testmoment) continue
    const test = byMoment.get(testmoment.id) ?? { testmoment, modules: [] }
    test.modules.push(status.module)
    byMoment.set(testmoment.id, test)
  }
  return [...byMoment.values()].sort((one, other) => byStart(one.testmoment, other.testmoment))
}
