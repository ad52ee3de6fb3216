import { type Role, roleSchema } from '#domain/user/user.schema.ts'

/** The column `user.roles` as the list it stands for. */
export const rolesOf = ({ roles }: { roles: string }): Role[] => roles.split(' ').filter(isRole)

const known = new Set<string>(roleSchema.options)
const isRole = (name: string): name is Role => known.has(name)
