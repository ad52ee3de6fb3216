import { type BatchState, loadState } from '#api-server/enrollments/desk/batch-state.ts'
import { type Decision, type DeskRequest, decide } from '#api-server/enrollments/desk/decide.ts'
import type { EnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { obstacleIn } from '#api-server/enrollments/desk/refusal.ts'
import { listByAddress, listByNumber, type NamedUser } from '#api-server/facts/user.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely } from '#database/tables.ts'
import type { LineFault } from '#domain/enrollments/group-act.rules.ts'
import type {
  BatchAct,
  BatchTest,
  Group,
  GroupAct,
  PlannedPerson,
  PlannedTest,
  SettledTest,
} from '#domain/enrollments/group-act.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { isStudent, type Role } from '#domain/users/roles.ts'
import { matchListedNumbers, type PersonKey, readPersonKey } from '#domain/users/student-number.rules.ts'
import { Problem } from '#server/problem.ts'
import { findModuleNames, findPeople, listTestsOf } from './enrolled-student.queries.ts'
import { findFilteredIds } from './page-enrolled-students.ts'

/**
 * Previews an act for each student with the rules and facts of the desk. Each module of a student is judged as if those before
 * it were done, and students take seats in the order of the request.
 */
export async function previewGroupAct(
  { database, now }: { database: Database; now: number },
  { testmomentId, act, group }: { testmomentId: number; act: GroupAct; group: Group },
): Promise<{ people: PlannedPerson[]; modules: { id: number; name: string }[] }> {
  const members = await findGroup(database, testmomentId, group)
  const people = faultless(members)
  const testsByUser = await findTests(database, { testmomentId, act, userIds: people.map(({ id }) => id) })
  const moduleIds = [...new Set([...testsByUser.values()].flat().map(({ module_id }) => module_id))]
  const testmomentIds = act.kind === 'move' ? [testmomentId, act.testmoment_id] : [testmomentId]

  const planned = new Map<number, PlannedTest[]>()
  let seats: BatchState['seats'] | undefined
  for (const some of inChunks(people)) {
    const userIds = some.map(({ id }) => id)
    const state = await loadState(database.kysely, { userIds, testmomentIds, moduleIds }, now)
    // Students in earlier chunks have already taken their seats.
    seats ??= state.seats
    state.seats = seats
    for (const id of userIds)
      planned.set(
        id,
        (testsByUser.get(id) ?? []).map((test) => {
          const request = requestFor(act, test, { user_id: id, testmoment_id: testmomentId })
          return { module_id: test.module_id, ...foreseen(decide(state, request, now)) }
        }),
      )
  }
  return {
    people: members.map(({ text, user, fault }) => ({
      text,
      user: user && pick(user, ['id', 'username', 'first_name', 'last_name', 'student_number']),
      fault,
      tests: user && fault === null ? (planned.get(user.id) ?? []) : [],
    })),
    modules: await findModuleNames(database.kysely, moduleIds),
  }
}

interface NamedPerson {
  text: string
  user: (NonNullable<PlannedPerson['user']> & { roles: readonly Role[] }) | null
  fault: LineFault | null
}

const faultless = (named: readonly NamedPerson[]) =>
  named.flatMap(({ user, fault }) => (user && fault === null ? [user] : []))

/** Resolves the group's members in order, with the fault of each line or id. */
async function findGroup(database: Database, testmomentId: number, group: Group): Promise<NamedPerson[]> {
  const seen = new Set<number>()
  const judge = (text: string, user: NamedPerson['user'] | undefined, missing: LineFault): NamedPerson => {
    if (!user) return { text, user: null, fault: missing }
    const repeated = seen.has(user.id) ? 'person-repeated' : null
    const fault = isStudent(user) ? repeated : 'person-no-student'
    seen.add(user.id)
    return { text, user, fault }
  }
  if (group.by === 'lines') {
    const found = await findStudentsByAddressOrNumber(database.kysely, group.lines)
    return found.map(({ key, user, isAmbiguous }, index) => {
      const missing = isAmbiguous ? 'person-ambiguous' : 'person-unknown'
      return judge(group.lines[index] ?? '', user, key.kind === 'unreadable' ? 'line-unreadable' : missing)
    })
  }
  const except = new Set(group.by === 'filter' ? group.except : [])
  const ids = group.by === 'users' ? group.user_ids : await findFilteredIds(database, testmomentId, group.filter)
  const people = await findPeople(database.kysely, ids)
  return ids.filter((id) => !except.has(id)).map((id) => judge('', people.get(id), 'person-unknown'))
}

interface WantedTest {
  module_id: number
  /** id of a current enrollment that would end or move */
  enrollment_id?: number
}

/** Modules per student that the act is about: the requested ones (enroll), or those they take there. */
async function findTests(
  { kysely }: Database,
  { testmomentId, act, userIds }: { testmomentId: number; act: GroupAct; userIds: readonly number[] },
): Promise<Map<number, WantedTest[]>> {
  if (act.kind === 'enroll') {
    const tests = [...new Set(act.module_ids)].map((module_id) => ({ module_id }))
    return new Map(userIds.map((id) => [id, tests]))
  }
  const modules = act.module_ids && new Set(act.module_ids)
  const testsByUser = await listTestsOf(kysely, testmomentId, userIds)
  return new Map(
    [...testsByUser].map(([userId, tests]) => [
      userId,
      tests
        .filter(({ module_id }) => modules?.has(module_id) ?? true)
        .map(({ id, module_id }) => ({ module_id, enrollment_id: id })),
    ]),
  )
}

function requestFor(act: GroupAct, { module_id, enrollment_id = 0 }: WantedTest, place: Place): DeskRequest {
  const request = { ...place, module_id, by: 'administrator' } as const
  if (act.kind === 'unenroll') return { wish: 'unenroll', enrollment_id, ...request }
  const { above_seats } = act
  if (act.kind === 'enroll') return { wish: 'enroll', ...request, above_seats }
  return { wish: 'move', enrollment_id, to_testmoment_id: act.testmoment_id, ...request, above_seats }
}

interface Place {
  user_id: number
  testmoment_id: number
}

function foreseen(decision: Decision): Omit<PlannedTest, 'module_id'> {
  if (decision.kind === 'keep') return { outcome: 'already' }
  const obstacle = decision.kind === 'refuse' ? obstacleIn(decision) : undefined
  if (obstacle) return { outcome: 'refused', obstacle }
  return 'above' in decision && decision.above ? { outcome: 'will', above: true } : { outcome: 'will' }
}

/**
 * Finds the user of each line in a pasted list, by address or student number, with roles, since it may be a colleague. Takes a
 * few statements, however many lines.
 */
export async function findStudentsByAddressOrNumber(kysely: Kysely, texts: readonly string[]) {
  const keys = texts.map(readPersonKey)
  const usernames = new Set(keys.map((key) => (key.kind === 'address' ? key.username : '')))
  const numbers = new Set(keys.map((key) => (key.kind === 'number' ? key.student_number : '')))
  const byUsername = new Map((await listByAddress(kysely, usernames)).map((user) => [user.username, user]))
  const byNumber = matchListedNumbers(await listByNumber(kysely, numbers))
  return keys.map((key): MeantUser => {
    if (key.kind === 'address') return { key, user: byUsername.get(key.username), isAmbiguous: false }
    const found = key.kind === 'number' ? byNumber(key.student_number) : { match: 'none' as const }
    return { key, user: 'person' in found ? found.person : undefined, isAmbiguous: found.match === 'several' }
  })
}

interface MeantUser {
  key: PersonKey
  user: NamedUser | undefined
  /** several users have the number, apart from leading zeros */
  isAmbiguous: boolean
}

interface CarryingOut {
  testmomentId: number
  act: BatchAct
  tests: readonly BatchTest[]
  /** acting administrator, and their message to the students with a change */
  asked: Pick<DeskRequest, 'by' | 'actor_id' | 'session_id' | 'message'>
}

/**
 * Carries out the act for each student through the desk, which batches it with other requests, so that students who enroll
 * meanwhile do not wait longer. Safe to repeat. If some could not be decided, it throws after all have settled.
 */
export async function carryOutGroupAct(
  { database, desk }: { database: Database; desk: EnrollmentDesk },
  { testmomentId, act, tests, asked }: CarryingOut,
): Promise<SettledTest[]> {
  const enrollmentsHere = act.kind === 'enroll' ? none : await enrollmentsOf(database, testmomentId, tests)
  const enrollmentsAtTarget = act.kind === 'move' ? await enrollmentsOf(database, act.testmoment_id, tests) : none
  const settled = await Promise.allSettled(
    tests.map(async ({ above_seats, ...test }): Promise<SettledTest> => {
      const place = { ...test, testmoment_id: testmomentId, above_seats, ...asked }
      const settle = (request: DeskRequest) => settleBy(desk, test, request)
      if (act.kind === 'enroll') return settle({ wish: 'enroll', ...place })
      const enrollment_id = enrollmentsHere.get(keyOf(test))
      if (act.kind === 'unenroll')
        return enrollment_id === undefined
          ? { ...test, outcome: 'already' }
          : settle({ wish: 'unenroll', enrollment_id, ...place })
      if (enrollment_id !== undefined)
        return settle({ wish: 'move', enrollment_id, to_testmoment_id: act.testmoment_id, ...place })
      return enrollmentsAtTarget.has(keyOf(test)) ? { ...test, outcome: 'already' } : { ...test, ...gone }
    }),
  )
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}

const none: ReadonlyMap<string, number> = new Map()

const gone = { outcome: 'refused', obstacle: { refusal: 'not-found' } } as const

const keyOf = ({ user_id, module_id }: Omit<BatchTest, 'above_seats'>) => `${user_id} ${module_id}`

async function enrollmentsOf({ kysely }: Database, testmomentId: number, tests: readonly BatchTest[]) {
  const testsByUser = await listTestsOf(kysely, testmomentId, [...new Set(tests.map(({ user_id }) => user_id))])
  return new Map([...testsByUser.values()].flat().map((row) => [keyOf(row), row.id]))
}

async function settleBy(
  desk: EnrollmentDesk,
  test: Omit<BatchTest, 'above_seats'>,
  request: DeskRequest,
): Promise<SettledTest> {
  try {
    const { created } = await desk.handle(request)
    return { ...test, outcome: created || request.wish === 'unenroll' ? 'done' : 'already' }
  } catch (error) {
    const obstacle = error instanceof Problem ? obstacleIn(error) : undefined
    if (!obstacle) throw error
    // The enrollment ended between the read and the lock, so the wish is fulfilled.
    if (request.wish === 'unenroll' && obstacle.refusal === 'not-found') return { ...test, outcome: 'already' }
    return { ...test, outcome: 'refused', obstacle }
  }
}
