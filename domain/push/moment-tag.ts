const MOMENT = 'toetsmoment-'

/** Also the Topic (RFC 8030 §5.4, ≤ 32 letters): whoever was away for days gets the newest word on a moment only. */
export const tagOfMoment = (testmomentId: number): string => `${MOMENT}${testmomentId}`

export const isTagOfMoment = (tag: string): boolean => tag.startsWith(MOMENT)
