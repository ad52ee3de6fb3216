import { type Role, roleSchema } from '#domain/users/user.schema.ts'

/** The column `user.roles` as the list it stands for. */
export const rolesOf = ({ roles }: { roles: string }): Role[] => roles.split(' ').filter(isRole)

/** A list of roles as the column keeps it. */
export const rolesColumn = (roles: readonly Role[]): string => roles.join(' ')

/** What the column holds of those who are administrators. */
export const ADMINISTRATORS: readonly string[] = ['ROLE_ADMIN', 'ROLE_ADMIN ROLE_STUDENT', 'ROLE_STUDENT ROLE_ADMIN']

const known = new Set<string>(roleSchema.options)
const isRole = (name: string): name is Role => known.has(name)
