import type { FastifyRequest } from 'fastify'
import { isStudent } from '#domain/users/user.rules.ts'
import { callerOf } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/** Nobody else is ever told anything. For after the bearer hook; throws `not-yours`. */
export async function requireStudent(request: FastifyRequest): Promise<void> {
  if (!isStudent(callerOf(request))) throw new Problem('not-yours')
}
