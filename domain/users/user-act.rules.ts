export const MAX_USERS = 5_000

/** Most users changed in one transaction: students' requests are served between two transactions. */
export const USERS_AT_ONCE = 25

export const userObstacles = /* @__PURE__ */ [
  'not-found',
  'account-activated',
  'no-student',
  'department-unavailable',
  'own-account',
  'ends-more',
] as const
export type UserObstacle = (typeof userObstacles)[number]

/** Number of users from which a deletion requires typing that number. */
export const TYPED_FROM = 21
