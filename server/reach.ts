import type { FastifyRequest } from 'fastify'
import type { NamedUser, Reach } from '#contract/call.ts'
import type { ReasonCode } from '#contract/refusals.ts'
import { isStudent } from '#domain/users/roles.ts'
import { authorise, type Caller, requireOwn, requireReach } from './bearer.ts'
import { Problem } from './problem.ts'

type Asked = Pick<FastifyRequest, 'caller' | 'params' | 'body' | 'query'>
type Check = (caller: Caller, userId: number) => void

const checks = {
  self: requireOwn,
  'student-self': (caller, userId) => {
    requireOwn(caller, userId)
    if (!isStudent(caller)) throw new Problem('not-found')
  },
  'self-or-administration': authorise,
} as const satisfies Partial<Record<Reach, Check>>

const isOfUser = (reach: Reach): reach is keyof typeof checks => Object.hasOwn(checks, reach)

const isUnchecked = (reach: Reach): reach is 'anybody' | 'invigilator' | 'account' | 'owner' =>
  reach === 'anybody' || reach === 'invigilator' || reach === 'account' || reach === 'owner'

/** Refusals that follow from the reach. */
export function reasonsOfReach(reach: Reach): readonly ReasonCode[] {
  if (isUnchecked(reach)) return []
  return reach === 'student-self' ? ['not-yours', 'not-found'] : ['not-yours']
}

/**
 * Hook that refuses other callers, after validation and before the handler; none if the token alone decides. If the request
 * names no user, as with a wrong name in `of`, everybody is refused.
 */
export function checkReach(reach: Reach, of: NamedUser) {
  if (isUnchecked(reach)) return undefined
  const check: (asked: Asked) => void = isOfUser(reach)
    ? (asked) => checks[reach](asked.caller, userIn[of](asked))
    : (asked) => requireReach(asked.caller, reach)
  return (asked: Asked, _: unknown, done: () => void): void => {
    check(asked)
    done()
  }
}

const userIn: Record<NamedUser, (asked: Asked) => number> = {
  'params.id': ({ params }) => fieldOf(params, 'id'),
  'params.user_id': ({ params }) => fieldOf(params, 'user_id'),
  'body.user_id': ({ body }) => fieldOf(body, 'user_id'),
  'query.user_id': ({ query }) => fieldOf(query, 'user_id'),
}

const fieldOf = (part: unknown, field: string): number =>
  typeof part === 'object' && part !== null ? Number(Reflect.get(part, field)) : Number.NaN
