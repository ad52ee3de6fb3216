import { setTimeout as wait } from 'node:timers/promises'
import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { LETTERS_PER_MAILBOX_AND_ADDRESS_PER_HOUR } from '#api-server/facts/link-key.ts'
import { createFairWork, type FairWork, type Party } from '#api-server/platform/fair-work.ts'
import { addressOf, type Counter, createCounter, createGuard, type Guard } from '#api-server/platform/throttle.ts'
import { knownDevice } from '#api-server/sessions/known-device.ts'
import { type ReasonCode, statusOfReason } from '#contract/refusals.ts'
import type { KeyRing } from '#server/keys.ts'
import type { Api } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

const MINUTE_MS = 60_000

/** Failed logins per account and address, or device; right ones are unlimited. */
const FAILURES = { max: 10, window: 15 * MINUTE_MS }

/** Failed logins per account from all addresses, except from devices that logged in to it before. */
const GUESSES = { max: 20, window: 15 * MINUTE_MS, shared: true }

/** Letters to the owner of an account about failed logins. */
const WARNINGS = { max: 1, window: 24 * 60 * MINUTE_MS, shared: true }

/** Letters per mailbox and address; the database counts those from all addresses. */
const LETTERS = { max: LETTERS_PER_MAILBOX_AND_ADDRESS_PER_HOUR, window: 60 * MINUTE_MS }

/** Refused passwords per reset key, for people who try one weak password after another; the key can't be guessed. */
const REFUSALS = { max: 30, window: 15 * MINUTE_MS }

/** Calls without a session per address, which may be a whole campus. */
const STRANGERS = { max: 600, window: MINUTE_MS }

/**
 * ms before each attempt at an account with too many failures: a person who mistyped hardly notices, and guessers get 450
 * attempts in a quarter of an hour in all.
 */
const PAUSE_MS = 2_000

/** Attempts that may wait per such account, so that each gets an answer within ten seconds. */
const GUESSES_WAITING = 4

/** Attempts that may wait in all, since each is an open request, and those are counted (server/load-shedding.ts). */
const MOST_ATTEMPTS_WAITING = 100

/** School logins begun per address; each writes a row, and a campus begins a thousand when an enrollment opens. */
const SCHOOL_LOGINS = { max: 3_000, window: MINUTE_MS }

/** Addresses kept, the latest first, so that strangers can't fill the memory. */
const ADDRESSES_KEPT = 20_000

/** Factor whose failures are counted separately. */
type Countable = 'recovery-code' | undefined

const subjectOf = (username: string, by: Countable): string => (by ? `${username} ${by}` : username)

export type Pause = (ms: number) => Promise<unknown>

interface Answer {
  accepted: boolean
}

/** See login-throttle.rationale.md. Each throws `too-many-requests` with the seconds to wait. */
export interface Throttle {
  /**
   * for logging in. The attempt gets the party that its work counts for. Recovery codes are counted separately: a user who
   * mistyped ten codes of their authenticator app, or whose account is being guessed at, can still use one.
   */
  login<Value>(
    request: FastifyRequest,
    username: string,
    attempt: (party: Party) => Promise<Value>,
    by?: Countable,
  ): Promise<Value>
  /**
   * for a logged-in user who proves their identity again. Limits known addresses and devices too, since a code has six digits.
   */
  proof<Value>(
    request: FastifyRequest,
    username: string,
    attempt: (party: Party) => Promise<Value>,
    by?: Countable,
  ): Promise<Value>
  /** for logging in with a passkey, before the account is known; only failures count */
  passkey<Value>(request: FastifyRequest, attempt: () => Promise<Value>): Promise<Value>
  /** for requests that send a letter when accepted; never refuses, see `LETTERS_PER_MAILBOX_AND_ADDRESS_PER_HOUR` */
  registration: MayWrite
  reset: MayWrite
  /** for choosing a password; the subject is the reset key */
  key: Guard<Answer>
  /** counts a call of anybody who has no session */
  visit(request: FastifyRequest): Promise<void>
  /** counts the start of a login at the school's provider */
  schoolLogin(request: FastifyRequest): Promise<void>
  /** for calls from the school's provider, or about its logins; only failures count */
  fromSchool: Guard<{ failed: boolean }>
}

/** Runs an attempt, which gets whether a letter may go to this mailbox. */
type MayWrite = <Value extends Answer>(
  request: FastifyRequest,
  username: string,
  attempt: (mayWrite: boolean) => Promise<Value>,
) => Promise<Value>

interface ThrottleDeps {
  /** signs the cookie of a known device */
  links: KeyRing
  /** called for an account that is guessed at, at most once a day */
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

  const proofs = createGuard<unknown>(createCounter(app, { ...FAILURES, shared: true }), isFailedLogin)
  const login: Throttle['login'] = async (request, username, attempt, by) => {
    const subject = subjectOf(username, by)
    const device = knownDevice(links, username, request.headers.cookie)
    if (device !== undefined)
      return ofDevice(request, `${subject} ${device}`, () => attempt({ known: true, key: username }))
    const party = partyOf(request, username)
    const guess = () => ofAccount(request, username, () => attempt(party))
    const value = await (party.known ? guess() : ofStrangers(request, '', () => ofAddress(request, subject, guess)))
    knownAddresses.add(request, username)
    return value
  }

  return {
    login,
    proof: (request, username, attempt, by) =>
      proofs(request, subjectOf(username, by), () => login(request, username, attempt, by)),
    passkey: (request, attempt) => ofStrangers(request, '', attempt),
    registration: countLetters(createCounter(app, LETTERS)),
    reset: countLetters(createCounter(app, LETTERS)),
    key: createGuard<Answer>(createCounter(app, REFUSALS), (outcome) => answerOf(outcome)?.accepted === false),
    visit: visitsOf(strangers),
    schoolLogin: visitsOf(createCounter(app, SCHOOL_LOGINS)),
    fromSchool: createGuard<{ failed: boolean }>(
      createCounter(app, STRANGERS),
      (outcome) => answerOf(outcome)?.failed ?? isRefusal(outcome),
    ),
  }
}

class NoLetterLeft extends Error {}

function countLetters(counter: Counter): MayWrite {
  const guard = createGuard<Answer>(counter, isAccepted, () => Promise.reject(new NoLetterLeft()))
  return async (request, username, attempt) => {
    try {
      return await guard(request, username, () => attempt(true))
    } catch (error) {
      if (error instanceof NoLetterLeft) return attempt(false)
      throw error
    }
  }
}

const visitsOf = (counter: Counter) => async (request: FastifyRequest) => {
  const { left, problem } = await counter.look(request, '')
  if (left === 0) throw problem
  await counter.add(request, '')
}

const isRefusal = (outcome: PromiseSettledResult<unknown>): boolean =>
  outcome.status === 'rejected' && outcome.reason instanceof Problem && statusOfReason(outcome.reason.reason) < 500

const isAccepted = (outcome: PromiseSettledResult<Answer>): boolean => answerOf(outcome)?.accepted === true

const answerOf = <Value>(outcome: PromiseSettledResult<Value>) =>
  outcome.status === 'fulfilled' ? outcome.value : undefined

/** True for a wrong guess, not for an unavailable database or an account that is not activated. */
const isFailedLogin = (outcome: PromiseSettledResult<unknown>): boolean =>
  outcome.status === 'rejected' && outcome.reason instanceof Problem && guesses.has(outcome.reason.reason)

const guesses: ReadonlySet<ReasonCode> = new Set([
  'login-failed',
  'current-password-wrong',
  'second-factor-wrong',
  'passkey-refused',
])

/**
 * Runs attempts at accounts with too many failures one at a time with a pause before each, taking turns between addresses.
 * Throws `too-many-requests` if too many wait.
 */
function createSlowGuesses(pause: Pause = wait) {
  const lines = new Map<string, { inTurn: FairWork; held: number }>()
  let held = 0
  const refuse = () => new Problem('too-many-requests', { retryAfter: Math.ceil((PAUSE_MS * GUESSES_WAITING) / 1_000) })

  return async <Value>(account: string, party: Party, attempt: () => Promise<Value>): Promise<Value> => {
    if (held >= MOST_ATTEMPTS_WAITING) throw refuse()
    const line = lines.get(account) ?? {
      inTurn: createFairWork({ atATime: 1, waiting: GUESSES_WAITING, refuse }),
      held: 0,
    }
    lines.set(account, line)
    held += 1
    line.held += 1
    try {
      return await line.inTurn(party, async () => {
        await pause(PAUSE_MS)
        return attempt()
      })
    } finally {
      held -= 1
      line.held -= 1
      if (line.held === 0) lines.delete(account)
    }
  }
}

/** Remembers which addresses logged in to which accounts since the server started. */
function createKnownAddresses(keyOf: (request: FastifyRequest, account: string) => string) {
  const known = new Set<string>()
  return {
    has: (request: FastifyRequest, account: string): boolean => known.has(keyOf(request, account)),
    add: (request: FastifyRequest, account: string): void => {
      const key = keyOf(request, account)
      known.delete(key)
      known.add(key)
      const [oldest] = known
      if (known.size > ADDRESSES_KEPT && oldest !== undefined) known.delete(oldest)
    },
  }
}
