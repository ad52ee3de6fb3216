import type { Role } from './user.schema.ts'

export const roleLabels = { ROLE_STUDENT: 'Student', ROLE_ADMIN: 'Admin' } satisfies Record<Role, string>
