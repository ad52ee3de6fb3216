import type { DateInput, DateProblem } from './date-input.rules.ts'
import { daysInMonth } from './month-length.ts'
import { monthName } from './month-name.ts'
import type { ClockShift } from './written-time.ts'

export const dateProblemTexts = {
  'day-not-whole': () => 'Dag moet een heel getal zijn',
  'day-below-one': () => 'Dag mag niet kleiner dan 1 zijn',
  'month-impossible': () => 'Kies een maand',
  'year-impossible': () => 'Jaar moet uit vier cijfers bestaan',
  'day-above-month': ({ month, year }) =>
    `De maand ${monthName(month)} van ${year} heeft ${daysInMonth(year, month)} dagen`,
} satisfies Record<DateProblem, (input: DateInput) => string>

/** Shown beside a time that the clocks skip or repeat; `time` is the clock time that is stored ('03:30'). */
export const clockShiftTexts = {
  skipped: (time) => `Die nacht gaat de klok een uur vooruit: dit wordt ${time}.`,
  doubled: (time) => `Die nacht gaat de klok een uur terug, dus het wordt twee keer ${time}: dit is de eerste keer.`,
} satisfies Record<ClockShift, (time: string) => string>

export const clockTexts = {
  unreadable: 'Vul een tijd in, bijvoorbeeld 9:30.',
  missing: 'Vul een datum en een tijd in.',
  dayMissing: 'Vul ook een datum in.',
  timeMissing: 'Vul ook een tijd in.',
}
