import fc from 'fast-check'
import type { Database } from '#database/engine/open-database.ts'
import type { TestSchool } from '#tests/support/api/test-school.ts'

/** Something that may change a student's lists; made in the database itself, as by another process or by hand. */
export type Change = (database: Database, school: TestSchool, clock: { now: number }) => Promise<unknown>

const moments = ['open', 'single', 'closing', 'listed', 'past'] as const
const modules = ['ALG', 'GON', 'OLD'] as const
const created_at = '2026-02-01T09:00:00.000Z'

/** On either side of the turning points of the test school: a closing time, the end of a day and that of a week. */
const instants = ['2026-03-10T12:00:00.000Z', '2026-03-20T23:00:00.000Z', '2026-03-07T23:00:00.000Z']
  .map((instant) => Date.parse(instant))
  .flatMap((instant) => [instant - 1, instant])

const moment = fc.constantFrom(...moments)
const module = fc.constantFrom(...modules)

const changes = {
  timePasses: fc.constantFrom(...instants).map(
    (now): Change =>
      async (_, _school, clock) => {
        clock.now = now
      },
  ),
  enrolls: fc.tuple(moment, module).map(
    ([at, of]): Change =>
      ({ kysely }, { users, moments, modules }) =>
        kysely
          .insertInto('enrollment')
          .values({ user_id: users.sam, testmoment_id: moments[at], module_id: modules[of], created_at })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
  ),
  leaves: module.map(
    (of): Change =>
      ({ kysely }, { modules }) =>
        kysely.deleteFrom('enrollment').where('module_id', '=', modules[of]).execute(),
  ),
  completes: module.map(
    (of): Change =>
      ({ kysely }, { users, modules }) =>
        kysely
          .insertInto('completed_module')
          .values({ user_id: users.sam, module_id: modules[of], created_at })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
  ),
  uncompletes: module.map(
    (of): Change =>
      ({ kysely }, { modules }) =>
        kysely.deleteFrom('completed_module').where('module_id', '=', modules[of]).execute(),
  ),
  standsOtherwise: fc
    .record({ roles: fc.constantFrom('ROLE_STUDENT', 'ROLE_STUDENT', ''), information_checked: fc.boolean() })
    .map(
      (standing): Change =>
        ({ kysely }, { users }) =>
          kysely.updateTable('user').set(standing).where('id', '=', users.sam).execute(),
    ),
  leavesDepartment: fc.boolean().map(
    (stays): Change =>
      ({ kysely }, { users, departmentId }) =>
        kysely
          .updateTable('user')
          .set({ education_department_id: stays ? departmentId : null })
          .where('id', '=', users.sam)
          .execute(),
  ),
  momentChanges: fc
    .tuple(
      moment,
      fc.record({
        enrollments_enabled: fc.boolean(),
        max_enrollments: fc.nat({ max: 2 }),
        location: fc.constantFrom(null, 'Aula'),
      }),
    )
    .map(
      ([at, change]): Change =>
        ({ kysely }, { moments }) =>
          kysely.updateTable('testmoment').set(change).where('id', '=', moments[at]).execute(),
    ),
  moduleChanges: fc.tuple(module, fc.boolean()).map(
    ([of, active]): Change =>
      ({ kysely }, { modules }) =>
        kysely.updateTable('module').set({ active }).where('id', '=', modules[of]).execute(),
  ),
  sitsElsewhere: fc.tuple(fc.constantFrom('B3.14', 'Hal 2'), fc.option(fc.integer({ min: 1, max: 2 }))).map(
    ([name, seat_number]): Change =>
      async ({ kysely }, { users, moments: { open: testmoment_id } }) => {
        const room = { name, name_key: 'zaal', seats: 9, position: 1, remark: '', created_at }
        const { id: room_id } = await kysely
          .insertInto('room')
          .values(room)
          .onConflict((conflict) => conflict.column('name_key').doUpdateSet({ name }))
          .returning('id')
          .executeTakeFirstOrThrow()
        await kysely
          .insertInto('testmoment_room')
          .values({ testmoment_id, room_id, position: 0, seats: 9 })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await kysely
          .insertInto('chair')
          .values({ testmoment_id, user_id: users.sam, room_id, seat_number })
          .onConflict((conflict) => conflict.columns(['testmoment_id', 'user_id']).doUpdateSet({ seat_number }))
          .execute()
      },
  ),
  roomsArePublished: fc.boolean().map(
    (published): Change =>
      ({ kysely }) =>
        kysely
          .updateTable('testmoment')
          .set({ rooms_published_at: published ? created_at : null })
          .execute(),
  ),
  nothingIsListed: fc.constant<Change>(({ kysely }) => kysely.deleteFrom('testmoment_module').execute()),
  departmentLoses: module.map(
    (of): Change =>
      ({ kysely }, { modules }) =>
        kysely.deleteFrom('education_department_module').where('module_id', '=', modules[of]).execute(),
  ),
}

export const changesToLists: fc.Arbitrary<{ toString(): string; change: Change }[]> = fc.array(
  fc.oneof(
    ...Object.entries(changes).map(([name, arbitrary]) =>
      arbitrary.map((change) => ({ change, toString: () => name })),
    ),
  ),
  { minLength: 4, maxLength: 16 },
)
