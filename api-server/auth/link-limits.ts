/** Decision 17. */
export const ACTIVATION_HOURS = 72
export const RESET_MINUTES = 60

/** Letters that strangers can have sent to one mailbox in an hour, whoever asks and from wherever. */
export const LETTERS_AN_HOUR = 5

/**
 * Of those, by registering: the last is kept for a reset. So whoever asks for letters in somebody's name keeps nobody out:
 * a reset link works for an hour, whoever asked for it.
 */
export const REGISTRATIONS_AN_HOUR = LETTERS_AN_HOUR - 1

/** How long an account waits that only registering made, from its last letter on. */
const REGISTRATION_DAYS = 30

/** Nobody waits for an invitation: it is read when somebody next looks at their school's mail. */
export const INVITATION_DAYS = 14

/** `now` in ms since the epoch; ISO instants. */
export const activationExpiry = (now: number): string => new Date(now + ACTIVATION_HOURS * 3_600_000).toISOString()
export const invitationExpiry = (now: number): string => new Date(now + INVITATION_DAYS * 86_400_000).toISOString()
export const registrationEnd = (now: number): string => new Date(now + REGISTRATION_DAYS * 86_400_000).toISOString()
export const resetExpiry = (now: number): string => new Date(now + RESET_MINUTES * 60_000).toISOString()
