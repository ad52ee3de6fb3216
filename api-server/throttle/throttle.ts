import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { knownDevice } from '#api-server/auth/known-device.ts'
import { LETTERS_AN_HOUR, REGISTRATIONS_AN_HOUR } from '#api-server/auth/link-limits.ts'
import type { Party } from '#api-server/platform/fair-work.ts'
import type { KeyRing } from '#server/key-ring.ts'
import type { Api } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { addressOf, createCounter, createGuard, type Guard } from '../platform/throttle.ts'
import { createKnownAddresses, createSlowGuesses, type Pause } from './slow-guesses.ts'

const MINUTE = 60_000

/** Guesses at one account from one address, or one device; who knows the password may log in as often as they like. */
const FAILURES = { max: 10, window: 15 * MINUTE }

/** Guesses at one account from all addresses, but for devices that logged in to it before. */
const GUESSES = { max: 20, window: 15 * MINUTE, shared: true }

/** That its owner was told of them. */
const WARNINGS = { max: 1, window: 24 * 60 * MINUTE, shared: true }

/** Letters to one mailbox, whoever asks for them; the database counts too, for all processes. */
const LETTERS = { max: LETTERS_AN_HOUR, window: 60 * MINUTE, shared: true }
const REGISTRATIONS = { ...LETTERS, max: REGISTRATIONS_AN_HOUR }

/** Refusals of one reset key, which cannot be guessed: for who tries one weak password after the other. */
const REFUSALS = { max: 30, window: 15 * MINUTE }

/** For all strangers behind one address, which may be a whole campus. */
const STRANGERS = { max: 600, window: MINUTE }

interface Answer {
  accepted: boolean
}

/** Limits where nobody is logged in, see throttle.rationale.md. Each throws `too-many-requests` with the seconds to wait. */
export interface Throttle {
  /** for logging in; the subject is the username. The attempt hears as whose its work counts. */
  login<Value>(request: FastifyRequest, username: string, attempt: (party: Party) => Promise<Value>): Promise<Value>
  /** for what sends a letter when it is accepted; the subject is the username */
  registration: Guard<Answer>
  reset: Guard<Answer>
  /** for choosing a password; the subject is the key */
  key: Guard<Answer>
  /** counts a call of anybody who has no session */
  visit(request: FastifyRequest): Promise<void>
}

export interface ThrottleDeps {
  /** signs what a known device shows */
  links: KeyRing
  /** hears of an account that is guessed at, at most once a day */
  warnOwner: (request: FastifyRequest, username: string) => Promise<void>
  pause?: Pause | undefined
}

export async function registerThrottle(app: Api, { links, warnOwner, pause }: ThrottleDeps): Promise<Throttle> {
  await app.register(rateLimit, { global: false })
  const strangers = createCounter(app, STRANGERS)
  const failuresHere = createCounter(app, FAILURES)
  const warnings = createCounter(app, WARNINGS)
  const knownAddresses = createKnownAddresses(failuresHere.keyOf)
  const oneByOne = createSlowGuesses(pause)
  const partyOf = (request: FastifyRequest, username: string): Party =>
    knownAddresses.has(request, username) ? { known: true, key: username } : { known: false, key: addressOf(request) }

  const ofDevice = createGuard<unknown>(createCounter(app, { ...FAILURES, shared: true }), isFailedLogin)
  const ofAddress = createGuard<unknown>(failuresHere, isFailedLogin)
  const ofStrangers = createGuard<unknown>(createCounter(app, STRANGERS), isFailedLogin)
  const ofAccount = createGuard<unknown>(
    createCounter(app, GUESSES),
    isFailedLogin,
    async (request, username, attempt) => {
      const { left } = await warnings.look(request, username)
      if (left > 0) {
        await warnings.add(request, username)
        await warnOwner(request, username)
      }
      return oneByOne(username, partyOf(request, username), attempt)
    },
  )

  const letters = createGuard<Answer>(createCounter(app, LETTERS), isAccepted)
  const registrations = createGuard<Answer>(createCounter(app, REGISTRATIONS), isAccepted)
  return {
    login: async (request, username, attempt) => {
      const device = knownDevice(links, username, request.headers.cookie)
      if (device !== undefined)
        return ofDevice(request, `${username} ${device}`, () => attempt({ known: true, key: username }))
      const party = partyOf(request, username)
      const guess = () => ofAccount(request, username, () => attempt(party))
      const value = await (party.known ? guess() : ofStrangers(request, '', () => ofAddress(request, username, guess)))
      knownAddresses.add(request, username)
      return value
    },
    registration: (request, username, attempt) =>
      registrations(request, username, () => letters(request, username, attempt)),
    reset: letters,
    key: createGuard<Answer>(createCounter(app, REFUSALS), (outcome) => answerOf(outcome)?.accepted === false),
    visit: async (request) => {
      const { left, problem } = await strangers.look(request, '')
      if (left === 0) throw problem
      await strangers.add(request, '')
    },
  }
}

const isAccepted = (outcome: PromiseSettledResult<Answer>): boolean => answerOf(outcome)?.accepted === true

const answerOf = (outcome: PromiseSettledResult<Answer>) => (outcome.status === 'fulfilled' ? outcome.value : undefined)

/** Neither a database that is away nor an account that still waits is a guess. */
const isFailedLogin = (outcome: PromiseSettledResult<unknown>): boolean =>
  outcome.status === 'rejected' && outcome.reason instanceof Problem && outcome.reason.reason === 'login-failed'
