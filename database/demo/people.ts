import type { Transaction } from '#database/tables.ts'
import { findable } from '#domain/users/search.rules.ts'
import { type DemoSchool, known } from './insert-school.ts'
import type { DepartmentName, ModuleName } from './offer.ts'
import { DAY } from './testmoments.ts'

export interface DemoStudent {
  username: string
  first_name: string
  last_name: string
  /** null before onboarding */
  department: DepartmentName | null
  activated: boolean
  /** when the account was made, in ms */
  entered: number
  /** fixed history, for students whose year is not random */
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
    entered: now - DAY,
  },
  {
    username: `noor.vandenbroek@${DOMAIN}`,
    first_name: 'Noor',
    last_name: 'van den Broek',
    department: 'HBO-ICT',
    activated: true,
    entered: now - 100 * DAY,
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
    entered: now - 440 * DAY,
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

/** Year of entry and five digits. 10,007 and 90,000 share no factor, so no number comes twice. */
const studentNumber = (entered: number, index: number): string =>
  `${new Date(entered).getUTCFullYear() % 100}${10_000 + (((index + 1) * 10_007) % 90_000)}`

const codes: Readonly<Record<DepartmentName, string>> = {
  Werktuigbouwkunde: 'WTB',
  Elektrotechniek: 'ELE',
  'HBO-ICT': 'ICT',
  'Finance & Control': 'FIN',
  Bouwkunde: 'BWK',
  Scheepsbouwkunde: 'SBK',
}

/** Divides the students of a department and a year over two class groups, in turn: 'ICT1A', 'ICT1B'. */
function classGroupsAt(now: number): (student: Pick<DemoStudent, 'department' | 'entered'>) => string | null {
  const placed = new Map<string, number>()
  return ({ department, entered }) => {
    if (department === null) return null
    const year = `${codes[department]}${entered > now - 365 * DAY ? 1 : 2}`
    const before = placed.get(year) ?? 0
    placed.set(year, before + 1)
    return `${year}${before % 2 === 0 ? 'A' : 'B'}`
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
        created_at: new Date(now - 500 * DAY).toISOString(),
      })),
    )
    .returning(['id', 'username'])
    .execute()
  const classGroupOf = classGroupsAt(now)
  const rows = await trx
    .insertInto('user')
    .values(
      students.map(({ department, activated, entered, year, ...names }, index) => ({
        ...findable({ ...names, student_number: names.last_name === '' ? null : studentNumber(entered, index) }),
        roles: 'ROLE_STUDENT',
        password_hash,
        activated,
        activation_nonce: activated ? null : `demo-${names.username}`,
        activation_expires_at: activated ? null : new Date(entered + 3 * DAY).toISOString(),
        information_checked: department !== null,
        education_department_id: department && known(school.departments, department).id,
        class_group: classGroupOf({ department, entered }),
        created_at: new Date(entered).toISOString(),
      })),
    )
    .returning(['id', 'username'])
    .execute()
  return new Map([...staff, ...rows].map((row) => [row.username, row.id]))
}
