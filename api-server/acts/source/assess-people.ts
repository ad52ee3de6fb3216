import { type SqlBool, sql } from 'kysely'
import { assessSwitches, findUsersLosingWaits } from '#api-server/acts/department-switch/assess-switch.ts'
import { listEducationDepartments } from '#api-server/facts/department.queries.ts'
import type { Kysely } from '#database/tables.ts'
import {
  type FollowedPerson,
  type FollowingAccount,
  followPerson,
  wishedDepartment,
} from '#domain/source/source.rules.ts'
import { rolesOf } from '#domain/users/roles.ts'
import { bareNumber, matchNumbers, studentNumberRefusal } from '#domain/users/student-number.rules.ts'
import {
  listActiveNumbers,
  listNumbersSharedButZeros,
  listPeople,
  listRepeatedNumbers,
  type StoredPerson,
} from './source-people.queries.ts'

/** People compared with accounts in one turn of the event loop; the server serves other requests between two turns. */
const PEOPLE_PER_TURN = 100

/** Person of the source with what a run would do. */
export interface AssessedPerson {
  person: StoredPerson
  followed: FollowedPerson
}

/** Compares all people of the copy with the accounts, some at a time. Only reads. */
export async function* assessPeople(kysely: Kysely, clock: () => number): AsyncGenerator<AssessedPerson[]> {
  for (let after = ''; ; ) {
    const people = await listPeople(kysely, { after, limit: PEOPLE_PER_TURN })
    const last = people.at(-1)
    if (!last) return
    yield await assessSome(kysely, people, clock())
    after = last.source_key
  }
}

/** Compares these people with the accounts of the moment. */
export async function assessSome(
  kysely: Kysely,
  people: readonly StoredPerson[],
  now: number,
): Promise<AssessedPerson[]> {
  if (people.length === 0) return []
  const numbers = people.map(({ student_number }) => student_number).filter(isReadableNumber)
  const accounts = await listAccounts(kysely, people, numbers)
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const byAddress = new Map(accounts.map((account) => [account.username, account]))
  const holders = matchNumbers(accounts)
  const repeated = await listRepeatedNumbers(kysely, numbers)
  const goneNumbers = people.filter(({ is_active }) => !is_active).map(({ student_number }) => student_number)
  const underAnotherId = await listActiveNumbers(kysely, goneNumbers.filter(isReadableNumber))
  const matched = people.map((person) => {
    const holder = holders(person.student_number)
    const linked = byId.get(person.user_id ?? 0)
    return { person, holder, linked, account: linked ?? ('person' in holder ? holder.person : undefined) }
  })
  const losing = await listLosing(kysely, matched, now)
  // A person whose number differs from another's only in leading zeros may or may not be the one meant.
  const likely = matched.filter(({ holder }) => holder.match === 'zeros')
  const shared = await listNumbersSharedButZeros(
    kysely,
    likely.map(({ person }) => bareNumber(person.student_number)),
  )
  return matched.map(({ person, holder, linked }) => {
    const { student_number } = person
    const isShared = holder.match === 'zeros' && shared.has(bareNumber(student_number))
    const facts = {
      linked,
      holder,
      atAddress: byAddress.get(person.username),
      isRepeated: isShared || repeated.has(student_number),
      losing,
      isRejected: person.is_rejected,
      hasAnotherId: !person.is_active && underAnotherId.has(student_number),
    }
    return { person, followed: followPerson(person, facts) }
  })
}

const isReadableNumber = (number: string): boolean => number !== '' && studentNumberRefusal(number) === null

/** Accounts that follow one of these people, or have their number or address. */
async function listAccounts(
  kysely: Kysely,
  people: readonly StoredPerson[],
  numbers: readonly string[],
): Promise<FollowingAccount[]> {
  const accounts = kysely
    .selectFrom('user')
    .leftJoin('education_department as department', 'department.id', 'user.education_department_id')
    .select(['user.id', 'user.username', 'user.roles', 'user.first_name', 'user.last_name', 'user.student_number'])
    .select(['user.activated', 'user.information_checked', 'user.last_login_at'])
    .select('department.name as education_department')
  const ids = people.flatMap(({ user_id }) => user_id ?? [])
  const usernames = people.map(({ username }) => username)
  const bare = numbers.map(bareNumber)
  const found = [
    ...(ids.length > 0 ? await accounts.where('user.id', 'in', ids).execute() : []),
    ...(await accounts.where('user.username', 'in', usernames).execute()),
    ...(bare.length > 0
      ? await accounts.where(sql<SqlBool>`ltrim("user".student_number, '0') in (${sql.join(bare)})`).execute()
      : []),
  ]
  const byId = new Map(found.map((account) => [account.id, account]))
  return [...byId.values()].map(({ activated, information_checked, last_login_at, ...account }) => ({
    ...account,
    roles: rolesOf(account),
    is_used: activated || information_checked || last_login_at !== null,
  }))
}

interface Matched {
  person: StoredPerson
  account: FollowingAccount | undefined
}

/** Users who would lose an enrollment or a wait by the department of the source. */
async function listLosing(kysely: Kysely, matched: readonly Matched[], now: number): Promise<Set<number>> {
  const moves = matched.flatMap(({ person, account }) => {
    const department = account && person.is_active && wishedDepartment(person, account.education_department)
    return account && department ? [{ id: account.id, department }] : []
  })
  const losing = new Set<number>()
  if (moves.length === 0) return losing
  const departments = await departmentIds(kysely)
  for (const [department, users] of Map.groupBy(moves, (move) => move.department)) {
    const departmentId = departments.get(department)
    if (departmentId === undefined) continue
    const ids = users.map(({ id }) => id)
    const assessed = await assessSwitches(kysely, ids, departmentId, now)
    for (const { id, ended } of assessed.people) if (ended.length > 0) losing.add(id)
    for (const id of await findUsersLosingWaits(kysely, assessed)) losing.add(id)
  }
  return losing
}

export const departmentIds = async (kysely: Kysely): Promise<ReadonlyMap<string, number>> =>
  new Map((await listEducationDepartments(kysely, { archived: false, also: null })).map(({ name, id }) => [name, id]))
