import { briefLabel, instantLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { closesAt, leavingClosesAt } from '#domain/enrollments/enrollment.rules.ts'
import type { Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { resultNewsBody, resultNewsTitle } from '#domain/results/result.texts.ts'
import { tagOfMessage, tagOfMoment, tagOfResult } from './notification-tags.ts'
import type { MessagePushKind, MomentPushKind } from './push.rules.ts'
import { messagePushTexts, momentPushTexts, roomPushText } from './push.texts.ts'

/**
 * Payload of a push, in the format that a browser can show by itself (Declarative Web Push, hence 8030); elsewhere our worker
 * makes the notification from it. Push services cannot read it, and of personal data it contains a room at most.
 */
export interface PushMessage {
  web_push: 8030
  notification: {
    title: string
    body: string
    lang: 'nl'
    /** absolute address that a click opens */
    navigate: string
    /** a notification replaces an earlier one with the same tag */
    tag: string
  }
}

export const messageOf = (notification: Omit<PushMessage['notification'], 'lang'>): PushMessage => ({
  web_push: 8030,
  notification: { ...notification, lang: 'nl' },
})

const pathOfMoment = (testmomentId: number): string => `/student/testmoments?moment=${testmomentId}`

type PushedMoment = WhenAndWhere & Pick<Testmoment, 'id' | 'enrollments_enabled' | 'enrollments_close_at'>

/** `publicUrl` has no slash at the end. */
export function pushAboutMoment(
  kind: MomentPushKind,
  moment: PushedMoment,
  publicUrl: string,
  now: number,
): PushMessage {
  const closing = kind === 'seat' ? leavingClosesAt(moment, now) : closesAt(moment, now)
  return messageOf({
    ...momentPushTexts[kind](briefLabel(moment, now), closing && instantLabel(closing, now)),
    navigate: publicUrl + pathOfMoment(moment.id),
    tag: tagOfMoment(moment.id),
  })
}

interface PushedMessage {
  id: number
  kind: MessagePushKind
  /** subject of a message about a student's room; null for others, whose words stay in the app */
  room_subject?: string | null
}

/** `publicUrl` has no slash at the end. */
export const pushAboutMessage = ({ id, kind, room_subject }: PushedMessage, publicUrl: string): PushMessage =>
  messageOf({
    ...(room_subject ? roomPushText(room_subject) : messagePushTexts[kind]),
    navigate: `${publicUrl}/student/messages?message=${id}`,
    tag: tagOfMessage(id),
  })

/** Leaves the result out: anybody who holds the phone reads a notification. `publicUrl` has no slash at the end. */
export const pushAboutResult = (
  { enrollment_id, name, is_correction }: { enrollment_id: number; name: string; is_correction: boolean },
  publicUrl: string,
): PushMessage =>
  messageOf({
    title: resultNewsTitle(name, is_correction),
    body: resultNewsBody,
    navigate: `${publicUrl}/student/history`,
    tag: tagOfResult(enrollment_id),
  })

/** `publicUrl` has no slash at the end. */
export const testMessage = (publicUrl: string): PushMessage =>
  messageOf({
    title: 'Testmelding',
    body: 'Zo zie je het als de inschrijving voor een toetsmoment opengaat.',
    navigate: `${publicUrl}/settings/user#meldingen`,
    tag: 'testmelding',
  })
