const MOMENT = 'toetsmoment-'
const MESSAGE = 'bericht-'

/** Also the Topic (RFC 8030 §5.4, ≤ 32 letters): whoever was away for days gets the newest word on a moment only. */
export const tagOfMoment = (testmomentId: number): string => `${MOMENT}${testmomentId}`

/** Likewise a Topic: each message has a notification of its own. */
export const tagOfMessage = (messageId: number): string => `${MESSAGE}${messageId}`

/** Of a moment or a message, and so about something that is there to be looked at. */
export const isTagOfNews = (tag: string): boolean => tag.startsWith(MOMENT) || tag.startsWith(MESSAGE)
