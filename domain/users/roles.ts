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
  /** the app's state: which screens there are, and which code a browser is sent (src/app/app.tsx) */
  state: string
  /** the path of the screen that comes first */
  home: `/${string}`
  reaches: readonly Area[]
}

/**
 * The one place where a role is described; its sentences are in user.texts.ts. A person who has several roles is the
 * last of them in this order: a teacher who also has the student role keeps to the administration.
 */
const table = [
  { role: 'ROLE_STUDENT', state: 'student', home: '/student/modules', reaches: ['own-enrollments'] },
  { role: 'ROLE_ADMIN', state: 'admin', home: '/admin/overview', reaches: ['administration', 'presence-lists'] },
] as const satisfies readonly RoleRow[]

export type Role = (typeof table)[number]['role']

// The mark lets a bundler leave it out: browsers of students make no use of it.
export const ROLES: readonly Role[] = /* @__PURE__ */ table.map(({ role }) => role)

export const isRole = (name: string): name is Role => table.some(({ role }) => role === name)

interface WithRoles {
  roles: readonly Role[]
}

/** The row that counts; none for a person without a role. */
const rowOf = ({ roles }: WithRoles) => table.findLast(({ role }) => roles.includes(role))

export const reaches = (user: WithRoles, area: Area): boolean =>
  rowOf(user)?.reaches.some((reached) => reached === area) ?? false

/** Only students have modules and enrollments of their own. */
export const isStudent = (user: WithRoles): boolean => reaches(user, 'own-enrollments')

/** Without a role one stays at the root, which says why there is nothing to do: no redirect loop. */
const nobody = { state: 'default', home: '/' } as const
/** A student who has not yet confirmed who they are. */
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

/** The states of people who have screens to choose from. */
export const settledStates: readonly AppState[] = table.map(({ state }) => state)

/** The column `user.roles` as the list it stands for. */
export const rolesOf = ({ roles }: { roles: string }): Role[] => roles.split(' ').filter(isRole)

/** A list of roles as the column keeps it. */
export const rolesColumn = (roles: readonly Role[]): string => roles.join(' ')

/** All that the column can hold of those who reach an area. */
export const columnsReaching = (area: Area): string[] =>
  orders(ROLES)
    .filter((roles) => reaches({ roles }, area))
    .map(rolesColumn)

/** All that the column can hold of those whose type is this one, the first of several; of any type without it. */
export const columnsShowing = (role?: Role): string[] =>
  orders(ROLES)
    .filter(([first]) => first !== undefined && (role === undefined || first === role))
    .map(rolesColumn)

/** Each choice of roles, in each order. */
const orders = (from: readonly Role[]): Role[][] => [
  [],
  ...from.flatMap((role) => orders(from.filter((other) => other !== role)).map((rest) => [role, ...rest])),
]
