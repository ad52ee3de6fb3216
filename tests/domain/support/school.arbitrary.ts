import fc from 'fast-check'
import type { AutomaticMoment, AutomaticSituation, AutomaticStudent } from '#domain/enrollments/automatic.rules.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import { enrollmentsAt, MODULE_IDS, momentsTogether, mostly, NOW } from './enrollment.arbitrary.ts'

const idSets = (arbitrary: fc.Arbitrary<number[]>) => arbitrary.map((ids) => new Set(ids))
const mostModules = idSets(fc.subarray(MODULE_IDS, { minLength: 2 }))
const fewModules = idSets(fc.subarray(MODULE_IDS, { maxLength: 1 }))

/** Only a module that the moment lists has a row, and with it the toggle. */
const withToggles = (moment: MomentFacts): fc.Arbitrary<AutomaticMoment> =>
  fc
    .record({
      auto_enroll_module_ids: fc.shuffledSubarray([...moment.module_ids]),
      starts_at: moment.duration === 'week' ? fc.constant(null) : fc.constantFrom(null, '09:00', '13:30'),
    })
    .map((more) => ({ ...moment, ...more }))

const studentsAt = (moments: readonly MomentFacts[]): fc.Arbitrary<AutomaticStudent[]> =>
  fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 99 }),
      information_checked: mostly(true),
      department: fc.option(fc.record({ auto_enroll: mostly(true), module_ids: mostModules }), { freq: 9 }),
      completed_module_ids: fewModules,
      enrollments: fc.oneof(fc.constant([]), enrollmentsAt(moments)),
    }),
    { maxLength: 4, selector: ({ id }) => id },
  )

/** At most moments there is no limit; where there is, not all of four students fit. */
const seatsAt = (moments: readonly MomentFacts[]): fc.Arbitrary<ReadonlyMap<number, number>> =>
  fc
    .tuple(...moments.map(() => fc.option(fc.integer({ min: 0, max: 3 }))))
    .map((seats) => new Map(moments.flatMap(({ id }, nth) => (seats[nth] == null ? [] : [[id, seats[nth]] as const]))))

export const schools: fc.Arbitrary<AutomaticSituation> = momentsTogether.chain((moments) =>
  fc.record({
    moments: fc.tuple(...moments.map(withToggles)),
    active_module_ids: mostModules,
    students: studentsAt(moments),
    free_seats: seatsAt(moments),
    now: fc.constant(NOW),
  }),
)
