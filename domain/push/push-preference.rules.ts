import type { PushPreference } from './push-preference.schema.ts'

/** Of whoever never said anything about it. */
export const usualPreference: PushPreference = { opening: true, reminder: true, quiet_from: null, quiet_until: null }
