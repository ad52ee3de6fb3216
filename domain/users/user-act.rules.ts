/** The most that one act is about. */
export const MAX_USERS = 5_000

/** Most users changed in one transaction: students who enroll at the same time are served between two of these. */
export const USERS_AT_ONCE = 25

/**
 * Why it can't be done to somebody:
 * - `ends-more`: more would go with it by now than was agreed to
 * - `own-account`: so an administrator always stays
 */
export const userObstacles = /* @__PURE__ */ [
  'not-found',
  'account-activated',
  'no-student',
  'department-unavailable',
  'own-account',
  'ends-more',
] as const
export type UserObstacle = (typeof userObstacles)[number]

/** From so many on that are deleted at once the number has to be typed. */
export const TYPED_FROM = 21
