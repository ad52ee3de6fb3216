const MOMENT = 'toetsmoment-'
const MESSAGE = 'bericht-'
const RESULT = 'uitslag-'

/** Tag and Topic (RFC 8030 §5.4, ≤ 32 letters): a device that was off for days gets only the newest push about a moment. */
export const tagOfMoment = (testmomentId: number): string => `${MOMENT}${testmomentId}`

/** Tag and Topic of a message: each message has a notification of its own. */
export const tagOfMessage = (messageId: number): string => `${MESSAGE}${messageId}`

/** Tag of the result of one test: a correction replaces the earlier notification. */
export const tagOfResult = (enrollmentId: number): string => `${RESULT}${enrollmentId}`

/** Whether the tag belongs to a moment, message or result, so that the app can show it. */
export const isTagOfNews = (tag: string): boolean => [MOMENT, MESSAGE, RESULT].some((kind) => tag.startsWith(kind))
