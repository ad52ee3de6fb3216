/** A call as the server received it, and by which login. */
export interface AskedCall {
  params: unknown
  body: unknown
  sessionId: number
}

/**
 * Asks for a proof of identity that is not older than STEP_UP. `staff`: from people who work for the school, where
 * STEP_UP is set. `everybody`: from students too, and where STEP_UP is off within a quarter of an hour, unless they
 * have nothing to prove it by. `in-route`: as its route decides, which knows what would change.
 */
export interface Recent {
  recent: 'staff' | 'everybody' | 'in-route'
  /** default: always */
  when?: (call: AskedCall) => boolean
}

/** Asks for none; `none` says why. */
export interface None {
  none: string
}

/**
 * Whether a write asks for a proof; one without a rule does not compile. `Recent` are messages to students, access, publishing,
 * deleting, the source and its decisions, and one's own login methods: what must not be possible on an unattended screen. Writes
 * that a device sends later ask for nothing, since nobody may be there by then. docs/security.md has the list for schools.
 */
export type ProofRule = Recent | None | 'not a person'

export const staff: Recent = { recent: 'staff' }
export const everybody: Recent = { recent: 'everybody' }
export const because = (none: string): None => ({ none })

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const actIn = (body: unknown): unknown => isObject(body) && isObject(body.act) && body.act.kind
const hasMessage = (body: unknown): boolean => isObject(body) && isObject(body.message)
/** For calls that may send a message, which students read. */
export const withMessage: Recent = { recent: 'staff', when: ({ body }) => hasMessage(body) }
export const withMessageOr = (kind: string): Recent => ({
  recent: 'staff',
  when: ({ body }) => hasMessage(body) || actIn(body) === kind,
})

export const own = because('their own, and reaches nobody else')
export const atTheDoor = because('on the test day, with a queue waiting; it is logged, and can be put right')
export const school = because('of the school: it is logged, can be changed back, and nobody is notified')
export const isLogin = because('is part of logging in')
export const byLetter = because('by the key of a letter, or to get one; without a login')
export const takesAway = because('takes access away, which may have to be done at once')
