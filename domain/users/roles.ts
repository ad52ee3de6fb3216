/**
 * Areas that the servers admit a person to, or refuse:
 *
 * - `own-enrollments`: students' own business, from onboarding to enrolling and being notified
 *
 * - `administration`: all of the school, and acting in a student's place
 *
 * - `presence-lists`: printing who comes to a test moment
 */
export type Area = 'own-enrollments' | 'administration' | 'presence-lists'

interface RoleRow {
  role: string
  /** app state: decides the screens, and which code a browser gets (src/app/app.tsx) */
  state: string
  home: `/${string}`
  reaches: readonly Area[]
}

/**
 * Describes all roles; their sentences are in user.texts.ts. A user with several roles acts as the last of them in this order:
 * a teacher who is also a student stays in the administration.
 */
const table = [
  { role: 'ROLE_STUDENT', state: 'student', home: '/student/modules', reaches: ['own-enrollments'] },
  { role: 'ROLE_ADMIN', state: 'admin', home: '/admin/overview', reaches: ['administration', 'presence-lists'] },
] as const satisfies readonly RoleRow[]

export type Role = (typeof table)[number]['role']

// The mark lets bundlers drop it: students' browsers don't use it.
export const ROLES: readonly Role[] = /* @__PURE__ */ table.map(({ role }) => role)

export const isRole = (name: string): name is Role => table.some(({ role }) => role === name)

interface WithRoles {
  roles: readonly Role[]
}

/** Row that applies to a user; undefined without a role. */
const rowOf = ({ roles }: WithRoles) => table.findLast(({ role }) => roles.includes(role))

export const reaches = (user: WithRoles, area: Area): boolean =>
  rowOf(user)?.reaches.some((reached) => reached === area) ?? false

/** Only students have modules and enrollments of their own. */
export const isStudent = (user: WithRoles): boolean => reaches(user, 'own-enrollments')

/** Users without a role stay at the root, which explains that; another home would be a redirect loop. */
const nobody = { state: 'default', home: '/' } as const
const newcomer = { state: 'onboarding', home: '/onboarding' } as const

type AppUser = (WithRoles & { information_checked: boolean }) | null

function placeOf(user: AppUser) {
  const row = user && rowOf(user)
  if (!row) return nobody
  return row.state === 'student' && !user.information_checked ? newcomer : row
}

export type AppState = ReturnType<typeof placeOf>['state']

export const appStateOf = (user: AppUser): AppState => placeOf(user).state

export const homeOf = (user: AppUser) => placeOf(user).home

export const settledStates: readonly AppState[] = table.map(({ state }) => state)

export const rolesOf = ({ roles }: { roles: string }): Role[] => roles.split(' ').filter(isRole)

export const rolesColumn = (roles: readonly Role[]): string => roles.join(' ')

/** All values of the column for users who reach an area. */
export const columnsReaching = (area: Area): string[] =>
  orders(ROLES)
    .filter((roles) => reaches({ roles }, area))
    .map(rolesColumn)

/** All values of the column for users whose first role is this one; without a role, for any first role. */
export const columnsShowing = (role?: Role): string[] =>
  orders(ROLES)
    .filter(([first]) => first !== undefined && (role === undefined || first === role))
    .map(rolesColumn)

/** All selections of roles in all orders. */
const orders = (from: readonly Role[]): Role[][] => [
  [],
  ...from.flatMap((role) => orders(from.filter((other) => other !== role)).map((rest) => [role, ...rest])),
]
