/**
 * What the servers let somebody through to, or refuse:
 * - `own-enrollments`: what students do for themselves, from onboarding to enrolling, and being notified
 * - `administration`: all of the school, and what students do in their place
 * - `presence-lists`: to print who comes to a test moment
 */
export type Area = 'own-enrollments' | 'administration' | 'presence-lists'

interface RoleFacts {
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
export const roles = {
  ROLE_STUDENT: { state: 'student', home: '/student/modules', reaches: ['own-enrollments'] },
  ROLE_ADMIN: { state: 'admin', home: '/admin/overview', reaches: ['administration', 'presence-lists'] },
} as const satisfies Record<string, RoleFacts>

export type Role = keyof typeof roles

export const isRole = (name: string): name is Role => Object.hasOwn(roles, name)

export const ROLES: readonly Role[] = Object.keys(roles).filter(isRole)

interface WithRoles {
  roles: readonly Role[]
}

/** The one role that counts; undefined for a person without any. */
export const roleOf = ({ roles: held }: WithRoles): Role | undefined => ROLES.findLast((role) => held.includes(role))

export function reaches(user: WithRoles, area: Area): boolean {
  const role = roleOf(user)
  return role !== undefined && roles[role].reaches.some((reached) => reached === area)
}

/** Only students have modules and enrollments of their own. */
export const isStudent = (user: WithRoles): boolean => reaches(user, 'own-enrollments')

/** Without a role one stays at the root, which says why there is nothing to do: no redirect loop. */
const nobody = { state: 'default', home: '/' } as const
/** A student who has not yet confirmed who they are. */
const newcomer = { state: 'onboarding', home: '/onboarding' } as const

type AppUser = (WithRoles & { information_checked: boolean }) | null

function placeOf(user: AppUser) {
  const role = user && roleOf(user)
  if (!role) return nobody
  return role === 'ROLE_STUDENT' && !user.information_checked ? newcomer : roles[role]
}

export type AppState = ReturnType<typeof placeOf>['state']

export const appStateOf = (user: AppUser): AppState => placeOf(user).state

export const homeOf = (user: AppUser) => placeOf(user).home

/** The states of people who have screens to choose from. */
export const settledStates: readonly AppState[] = ROLES.map((role) => roles[role].state)

/** The column `user.roles` as the list it stands for. */
export const rolesOf = ({ roles }: { roles: string }): Role[] => roles.split(' ').filter(isRole)

/** A list of roles as the column keeps it. */
export const rolesColumn = (roles: readonly Role[]): string => roles.join(' ')

/** All that the column can hold of those who reach an area. */
export const columnsReaching = (area: Area): string[] =>
  orders(ROLES)
    .filter((roles) => reaches({ roles }, area))
    .map(rolesColumn)

/** Each choice of roles, in each order. */
const orders = (from: readonly Role[]): Role[][] => [
  [],
  ...from.flatMap((role) => orders(from.filter((other) => other !== role)).map((rest) => [role, ...rest])),
]
