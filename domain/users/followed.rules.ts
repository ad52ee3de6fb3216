import type { Role } from './roles.ts'

/** Fields of an account that follow the school's own system, and are changed there. */
const followed = ['first_name', 'last_name', 'student_number'] as const
export type FollowedField = (typeof followed)[number]

interface FollowedValues {
  first_name: string
  last_name: string
  student_number: string | null
}

interface Follower extends FollowedValues {
  follows_source?: true | undefined
}

export type FollowRefusal = 'follows-source'

/** A source matches and changes only accounts that are a student and nothing else: it makes nobody more or less. */
export const isMerelyStudent = ({ roles }: { roles: readonly Role[] }): boolean =>
  roles.length === 1 && roles[0] === 'ROLE_STUDENT'

/**
 * Fields that cannot be changed here, since the next run would change them back: both names as soon as there is one, and the
 * number. What the source does not have can be filled in here.
 */
export function followedFields({ follows_source, ...user }: Follower): readonly FollowedField[] {
  if (!follows_source) return []
  const isNamed = user.first_name !== '' || user.last_name !== ''
  return followed.filter((field) => (field === 'student_number' ? user.student_number !== null : isNamed))
}

/** Reason why somebody cannot get these values here; null if there is none. */
export const followRefusal = (edited: Partial<FollowedValues>, user: Follower): FollowRefusal | null =>
  followedFields(user).some((field) => edited[field] !== undefined && edited[field] !== user[field])
    ? 'follows-source'
    : null
