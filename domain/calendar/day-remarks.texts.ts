import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import { type DayRemark, type DaysOff, dayRemarks } from './day-remarks.rules.ts'
import type { PublicHoliday } from './public-holidays.rules.ts'

export const holidayTexts = {
  'new-year': 'Nieuwjaarsdag',
  'good-friday': 'Goede Vrijdag',
  'easter-sunday': 'Eerste Paasdag',
  'easter-monday': 'Tweede Paasdag',
  'kings-day': 'Koningsdag',
  'liberation-day': 'Bevrijdingsdag',
  'ascension-day': 'Hemelvaartsdag',
  'after-ascension-day': 'dag na Hemelvaart',
  'whit-sunday': 'Eerste Pinksterdag',
  'whit-monday': 'Tweede Pinksterdag',
  'christmas-day': 'Eerste Kerstdag',
  'second-christmas-day': 'Tweede Kerstdag',
} satisfies Record<PublicHoliday, string>

/** 'zaterdag', 'Koningsdag', 'lesvrij: Meivakantie' */
export function dayRemarkText(remark: DayRemark): string {
  if (remark.remark === 'recess') return `lesvrij: ${remark.name}`
  if (remark.remark === 'holiday') return holidayTexts[remark.holiday]
  return new Date(remark.day).getUTCDay() === 6 ? 'zaterdag' : 'zondag'
}

/** 'Let op: zaterdag, lesvrij: Meivakantie.', shown beside the field of a day; '' without remarks. */
export function dayRemarksText(moment: { date: string; duration: Duration }, recesses: readonly DaysOff[]): string {
  const remarks = dayRemarks(moment, recesses).map(dayRemarkText)
  if (remarks.length === 0) return ''
  return `Let op: ${moment.duration === 'week' ? 'in deze week ' : ''}${remarks.join(', ')}.`
}
