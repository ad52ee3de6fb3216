import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Api } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { createCounter } from './counter.ts'
import { createGuard, type Guard } from './guard.ts'

const MINUTE = 60_000

/** Guesses at one account from one address; who knows the password may log in as often as they like. */
const FAILURES = { max: 10, window: 15 * MINUTE }

/** Letters to one address, asked for from one address: enough for who is impatient, too few to fill a mailbox. */
const LETTERS = { max: 10, window: 15 * MINUTE }

/** Refusals of one reset key, which cannot be guessed: for who tries one weak password after the other. */
const REFUSALS = { max: 30, window: 15 * MINUTE }

/** For all strangers behind one address, which may be a whole campus. */
const STRANGERS = { max: 600, window: MINUTE }

interface Answer {
  accepted: boolean
}

/** Limits where nobody is logged in, see throttle.rationale.md. Each throws `too-many-requests` with the seconds to wait. */
export interface Throttle {
  /** for logging in; the subject is the username */
  login: Guard<unknown>
  /** for what sends a letter when it is accepted; the subject is the username */
  letter: Guard<Answer>
  /** for choosing a password; the subject is the key */
  key: Guard<Answer>
  /** counts a call of anybody who has no session */
  visit(request: FastifyRequest): Promise<void>
}

export async function registerThrottle(app: Api): Promise<Throttle> {
  await app.register(rateLimit, { global: false })
  const strangers = createCounter(app, STRANGERS)
  const failures = createGuard<unknown>(createCounter(app, FAILURES), isFailedLogin)
  const strangersFailures = createGuard<unknown>(createCounter(app, STRANGERS), isFailedLogin)
  return {
    login: (request, username, attempt) => strangersFailures(request, '', () => failures(request, username, attempt)),
    letter: createGuard<Answer>(createCounter(app, LETTERS), (outcome) => answerOf(outcome)?.accepted === true),
    key: createGuard<Answer>(createCounter(app, REFUSALS), (outcome) => answerOf(outcome)?.accepted === false),
    visit: async (request) => {
      const { left, problem } = await strangers.look(request, '')
      if (left === 0) throw problem
      await strangers.add(request, '')
    },
  }
}

const answerOf = (outcome: PromiseSettledResult<Answer>) => (outcome.status === 'fulfilled' ? outcome.value : undefined)

/** Neither a database that is away nor an account that still waits is a guess. */
const isFailedLogin = (outcome: PromiseSettledResult<unknown>): boolean =>
  outcome.status === 'rejected' && outcome.reason instanceof Problem && outcome.reason.reason === 'login-failed'
