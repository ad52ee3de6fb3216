import { DAY, type DemoStudent, DOMAIN } from './demo-student.ts'

/** The accounts that a visitor is given, each with who it is, in Dutch. */
export const demoAccounts = [
  { username: `docent@${DOMAIN}`, description: 'docent, beheert alles' },
  { username: `nieuwe.student@${DOMAIN}`, description: 'nieuwe student, heeft nog niets ingevuld' },
  {
    username: `noor.vandenbroek@${DOMAIN}`,
    description: 'student HBO-ICT, halverwege het jaar: ingeschreven, afgerond, ergens aan de limiet',
  },
  {
    username: `daan.elamrani@${DOMAIN}`,
    description: 'student Werktuigbouwkunde, halverwege het jaar: deels automatisch ingeschreven',
  },
] as const

export const teachers = [
  { username: `docent@${DOMAIN}`, first_name: 'Marijke', last_name: 'de Leeuw' },
  { username: `theo.vanderplas@${DOMAIN}`, first_name: 'Theo', last_name: 'van der Plas' },
]

/** Their years are written down so that one look at the app shows every state; moments.ts explains the keys. */
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
