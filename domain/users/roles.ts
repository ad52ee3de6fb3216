import { type Role, roleSchema } from '#domain/users/user.schema.ts'
import type { User } from './user.schema.ts'

export type AppState = 'default' | 'onboarding' | 'student' | 'admin'

/** Only who is nothing else: a teacher who also has the student role keeps to the administration. */
export const isStudent = ({ roles }: Pick<User, 'roles'>): boolean => roles.length === 1 && roles[0] === 'ROLE_STUDENT'

/** What a person is called in a list: by name, and by address before they have filled one in. */
export const personLabel = ({
  first_name,
  last_name,
  username,
}: Pick<User, 'first_name' | 'last_name' | 'username'>): string => `${first_name} ${last_name}`.trim() || username

export const isAdmin = ({ roles }: Pick<User, 'roles'>): boolean => roles.includes('ROLE_ADMIN')

export function appStateOf(user: Pick<User, 'roles' | 'information_checked'> | null): AppState {
  if (!user) return 'default'
  if (isStudent(user)) return user.information_checked ? 'student' : 'onboarding'
  return isAdmin(user) ? 'admin' : 'default'
}

/** Where each state starts. `default` stays at the root, which says why there is nothing to do: no redirect loop. */
const homes = {
  default: '/',
  onboarding: '/onboarding',
  student: '/student/modules',
  admin: '/admin/overview',
} as const satisfies Record<AppState, string>

export const homeOf = <State extends AppState>(state: State): (typeof homes)[State] => homes[state]

/** The column `user.roles` as the list it stands for. */
export const rolesOf = ({ roles }: { roles: string }): Role[] => roles.split(' ').filter(isRole)

/** A list of roles as the column keeps it. */
export const rolesColumn = (roles: readonly Role[]): string => roles.join(' ')

/** What the column holds of those who are administrators. */
export const ADMINISTRATORS: readonly string[] = ['ROLE_ADMIN', 'ROLE_ADMIN ROLE_STUDENT', 'ROLE_STUDENT ROLE_ADMIN']

const known = new Set<string>(roleSchema.options)
const isRole = (name: string): name is Role => known.has(name)
