import { instantLabel, momentLabel } from '#domain/calendar/date-labels.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import { tagOfMoment } from './moment-tag.ts'
import type { PushKind } from './push.rules.ts'
import { pushTexts } from './push.texts.ts'

/**
 * What is pushed: the shape that a browser can show by itself (Declarative Web Push, hence 8030), and the one from which
 * our worker makes the notification elsewhere. Push services can't read it, and yet there is nothing in it about a person.
 */
export interface PushMessage {
  web_push: 8030
  notification: {
    title: string
    body: string
    lang: 'nl'
    /** where a click leads, an absolute address */
    navigate: string
    /** a newer notification replaces an older one that has the same */
    tag: string
  }
}

export const messageOf = (notification: Omit<PushMessage['notification'], 'lang'>): PushMessage => ({
  web_push: 8030,
  notification: { ...notification, lang: 'nl' },
})

/** The page of a moment, below the address of the app. */
const pathOfMoment = (testmomentId: number): string => `/student/testmoments?moment=${testmomentId}`

type PushedMoment = Pick<MomentFacts, 'id' | 'date' | 'duration' | 'enrollments_close_at'>

/** `publicUrl` has no slash at its end, `now` is in ms. */
export function messageAbout(kind: PushKind, moment: PushedMoment, publicUrl: string, now: number): PushMessage {
  const { enrollments_close_at } = moment
  const closing = enrollments_close_at === null ? null : instantLabel(enrollments_close_at, now)
  return messageOf({
    ...pushTexts[kind](momentLabel(moment, now), closing),
    navigate: publicUrl + pathOfMoment(moment.id),
    tag: tagOfMoment(moment.id),
  })
}
