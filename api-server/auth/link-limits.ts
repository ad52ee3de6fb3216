/** Decision 17. */
export const ACTIVATION_HOURS = 72
export const RESET_MINUTES = 60

/** Nobody waits for an invitation: it is read when somebody next looks at their school's mail. */
export const INVITATION_DAYS = 14

/** `now` in ms since the epoch; ISO instants. */
export const activationExpiry = (now: number): string => new Date(now + ACTIVATION_HOURS * 3_600_000).toISOString()
export const invitationExpiry = (now: number): string => new Date(now + INVITATION_DAYS * 86_400_000).toISOString()
export const resetExpiry = (now: number): string => new Date(now + RESET_MINUTES * 60_000).toISOString()
