import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { scoreOf } from '#domain/oeapi/mapping.rules.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'
import { endOf } from '#domain/testmoments/testmoment.rules.ts'
import type { SendingRefusal } from './sending.schema.ts'

/**
 * A result as the Open Education API has it. Without a grade `score` is null and not absent: a merge patch would
 * otherwise leave the grade that was corrected.
 */
export const sentResult = ({ outcome, grade }: ResultValue, published_at: string) => ({
  state: 'completed',
  pass: outcome,
  score: scoreOf(grade),
  final: true,
  weight: 100,
  resultDateTime: published_at,
})

/** Whether an instant is on one of the days of a moment, in Amsterdam. */
export function isOnDays(instant: string, days: Parameters<typeof endOf>[0]): boolean {
  const at = Date.parse(instant)
  return at >= startOfDay(days.date) && at < endOf(days)
}

const refusals: Readonly<Record<number, SendingRefusal>> = {
  403: 'denied',
  404: 'gone',
  409: 'conflict',
  410: 'gone',
  422: 'unprocessable',
}

export const refusalOf = (status: number): SendingRefusal => refusals[status] ?? 'refused'

/** Whether sending it again may help. A withdrawn one has nothing to send. */
export const mayResend = (reason: SendingRefusal): boolean => reason !== 'withdrawn'
