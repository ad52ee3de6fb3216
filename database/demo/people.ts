import type { Transaction } from '#database/tables.ts'
import { findable } from '#domain/users/search.rules.ts'
import { type DemoSchool, requireNamed } from './insert-school.ts'
import type { DepartmentName, ModuleName } from './offer.ts'
import { DAY_MS } from './testmoments.ts'

export interface DemoStudent {
  username: string
  first_name: string
  last_name: string
  /** null before onboarding */
  department: DepartmentName | null
  activated: boolean
  /** when the account was made, in ms */
  createdAtMs: number
  /** what this student did this year; random for the others */
  year?: { enrolled: readonly (readonly [moment: string, module: ModuleName])[]; completed: readonly ModuleName[] }
}

export const DOMAIN = 'demo.wiskunde-inschrijven.example'

export const demoAccounts = [
  { username: `docent@${DOMAIN}`, description: 'docent, beheert alles' },
  { username: `nieuwe.student@${DOMAIN}`, description: 'nieuwe student, heeft nog niets ingevuld' },
  {
    username: `noor.vandenbroek@${DOMAIN}`,
    description:
      'student HBO-ICT, halverwege het jaar: ingeschreven, een toets gehaald en een niet, ergens aan de limiet',
  },
  {
    username: `daan.elamrani@${DOMAIN}`,
    description:
      'student Werktuigbouwkunde, halverwege het jaar: deels automatisch ingeschreven, derde op een wachtlijst',
  },
] as const

const teachers = [
  { username: `docent@${DOMAIN}`, first_name: 'Marijke', last_name: 'de Leeuw' },
  { username: `theo.vanderplas@${DOMAIN}`, first_name: 'Theo', last_name: 'van der Plas' },
]

/** Students with fixed histories, so that one look at the app shows every state; testmoments.ts explains the keys. */
export const knownStudents = (now: number): DemoStudent[] => [
  {
    username: `nieuwe.student@${DOMAIN}`,
    first_name: '',
    last_name: '',
    department: null,
    activated: true,
    createdAtMs: now - DAY_MS,
  },
  {
    username: `noor.vandenbroek@${DOMAIN}`,
    first_name: 'Noor',
    last_name: 'van den Broek',
    department: 'HBO-ICT',
    activated: true,
    createdAtMs: now - 100 * DAY_MS,
    year: {
      completed: ['REK1'],
      enrolled: [
        ['autumn-week', 'REK1'],
        ['autumn-week', 'FUN1'],
        ['this-week', 'LOG1'],
        ['closed', 'MAT1'],
        ['everything', 'ALG2'],
        ['everything', 'EXP1'],
        ['limited-week', 'STA1'],
        ['limited-week', 'STA2'],
      ],
    },
  },
  {
    username: `daan.elamrani@${DOMAIN}`,
    first_name: 'Daan',
    last_name: 'El Amrani',
    department: 'Werktuigbouwkunde',
    activated: true,
    createdAtMs: now - 440 * DAY_MS,
    year: {
      completed: ['REK1', 'ALG1', 'FUN1'],
      enrolled: [
        ['start-of-year', 'REK1'],
        ['autumn-week', 'ALG1'],
        ['autumn-week', 'GON1'],
        ['last-month', 'FUN1'],
        ['this-week', 'GON1'],
        ['everything', 'ALG2'],
        ['everything', 'DIF2'],
        ['everything', 'VEC1'],
      ],
    },
  },
]

export interface PeopleOptions {
  /** in ms */
  now: number
  passwordHash: string
}

/** Year of entry and five digits. 10,007 and 90,000 share no factor, so the first 90,000 students get different numbers. */
const studentNumber = (createdAtMs: number, index: number): string =>
  `${new Date(createdAtMs).getUTCFullYear() % 100}${10_000 + (((index + 1) * 10_007) % 90_000)}`

const DEPARTMENT_CODES: Readonly<Record<DepartmentName, string>> = {
  Werktuigbouwkunde: 'WTB',
  Elektrotechniek: 'ELE',
  'HBO-ICT': 'ICT',
  'Finance & Control': 'FIN',
  Bouwkunde: 'BWK',
  Scheepsbouwkunde: 'SBK',
}

/** Divides the students of a department and a year over two class groups, in turn: 'ICT1A', 'ICT1B'. */
function classGroupsAt(now: number): (student: Pick<DemoStudent, 'department' | 'createdAtMs'>) => string | null {
  const placed = new Map<string, number>()
  return ({ department, createdAtMs }) => {
    if (department === null) return null
    const yearGroup = `${DEPARTMENT_CODES[department]}${createdAtMs > now - 365 * DAY_MS ? 1 : 2}`
    const before = placed.get(yearGroup) ?? 0
    placed.set(yearGroup, before + 1)
    return `${yearGroup}${before % 2 === 0 ? 'A' : 'B'}`
  }
}

export async function insertPeople(
  trx: Transaction,
  school: DemoSchool,
  students: readonly DemoStudent[],
  { now, passwordHash: password_hash }: PeopleOptions,
): Promise<Map<string, number>> {
  const staff = await trx
    .insertInto('user')
    .values(
      teachers.map((teacher) => ({
        ...findable(teacher),
        roles: 'ROLE_ADMIN',
        password_hash,
        activated: true,
        information_checked: true,
        created_at: new Date(now - 500 * DAY_MS).toISOString(),
      })),
    )
    .returning(['id', 'username'])
    .execute()
  const classGroupOf = classGroupsAt(now)
  const rows = await trx
    .insertInto('user')
    .values(
      students.map(({ department, activated, createdAtMs, year, ...names }, index) => ({
        ...findable({ ...names, student_number: names.last_name === '' ? null : studentNumber(createdAtMs, index) }),
        roles: 'ROLE_STUDENT',
        password_hash,
        activated,
        activation_nonce: activated ? null : `demo-${names.username}`,
        activation_expires_at: activated ? null : new Date(createdAtMs + 3 * DAY_MS).toISOString(),
        information_checked: department !== null,
        education_department_id: department && requireNamed(school.departments, department).id,
        class_group: classGroupOf({ department, createdAtMs }),
        created_at: new Date(createdAtMs).toISOString(),
      })),
    )
    .returning(['id', 'username'])
    .execute()
  return new Map([...staff, ...rows].map((row) => [row.username, row.id]))
}
