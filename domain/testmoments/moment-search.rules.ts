import { addDays } from '#domain/calendar/amsterdam.ts'
import { momentLabel, weekdayName } from '#domain/calendar/date-labels.ts'
import { monthName } from '#domain/calendar/month-name.ts'
import type { ShownTestmoment } from './testmoment.schema.ts'

type Searched = Pick<ShownTestmoment, 'date' | 'duration' | 'location'>

/**
 * Whether each typed word matches the moment: one of its days, its place or its module names. Days can be written as '26
 * november', 'nov', '26-11', '26/11/2026', 'do' or 'donderdag'.
 */
export function isMomentFound(moment: Searched, names: readonly string[], typed: string, now: number): boolean {
  const words = typed.toLocaleLowerCase('nl').split(/\s+/).filter(Boolean).flatMap(parted)
  const about = [moment.location, ...names].join(' ').toLocaleLowerCase('nl')
  const label = momentLabel(moment, now).toLocaleLowerCase('nl')
  return daysOf(moment).some((day) =>
    words.every((word) => {
      const asksFor = dayMeant(word)
      if (!asksFor) return label.includes(word) || about.includes(word)
      return asksFor(day, moment) || (/\d/.test(word) ? about.includes(word) : about.split(/\s+/).includes(word))
    }),
  )
}

const WEEK = [0, 1, 2, 3, 4, 5, 6]

const daysOf = ({ date, duration }: Searched): string[] =>
  duration === 'week' ? WEEK.map((count) => addDays(date, count)) : [date]

/** Splits '26nov' and '26-nov' into two words, if the second is a month; otherwise it may be the name of a module. */
function parted(word: string): string[] {
  const [, day, name] = /^(\d{1,2})-?([a-z]+)\.?$/.exec(word) ?? []
  return day && name && monthMeant(name) ? [day, name] : [word]
}

type AsksFor = (day: string, moment: Searched) => boolean

function dayMeant(word: string): AsksFor | undefined {
  const [, date, month, year] = /^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d{2}))?$/.exec(word) ?? []
  if (date && month)
    return (day) =>
      Number(day.slice(8)) === Number(date) &&
      Number(day.slice(5, 7)) === Number(month) &&
      (year === undefined || day.slice(0, 4).endsWith(year))
  if (/^\d{1,2}$/.test(word)) return (day) => Number(day.slice(8)) === Number(word)
  if (/^\d{4}$/.test(word)) return (day) => day.startsWith(word)
  if (/^\d{4}-\d{2}(-\d{2})?$/.test(word)) return (day) => day.startsWith(word)
  const name = word.replace(/[.,]$/, '')
  if (isWeekday(name)) return (day, { duration }) => duration === 'day' && name.startsWith(weekdayName(day))
  const months = monthMeant(name)
  return months && ((day) => months.includes(Number(day.slice(5, 7))))
}

const WEEKDAYS = ['maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag', 'zondag']

/** Whether a word is a weekday or its beginning: 'do', 'dond', 'donderdag', and 'donderdags'. */
const isWeekday = (word: string): boolean =>
  word.length > 1 && WEEKDAYS.some((weekday) => weekday.startsWith(word) || word === `${weekday}s`)

/** Possible months, 1 to 12, of a word such as 'nov', 'november', 'mrt' or 'sept'; two letters are not enough. */
function monthMeant(word: string): number[] | undefined {
  if (word.length < 3) return undefined
  const meant = Array.from({ length: 12 }, (_, index) => index + 1).filter(
    (month) => monthName(month).startsWith(word) || (word === 'mrt' && month === 3),
  )
  return meant.length > 0 ? meant : undefined
}
