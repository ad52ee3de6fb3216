import { daysInMonth } from './amsterdam.ts'
import type { DateInput, DateProblem } from './date-input.rules.ts'
import { monthName } from './date-labels.ts'

export const dateProblemTexts = {
  'day-not-whole': () => 'Dag moet een heel getal zijn',
  'day-below-one': () => 'Dag mag niet kleiner dan 1 zijn',
  'month-impossible': () => 'Kies een maand',
  'year-impossible': () => 'Jaar moet uit vier cijfers bestaan',
  'day-above-month': ({ month, year }) =>
    `De maand ${monthName(month)} van ${year} heeft ${daysInMonth(year, month)} dagen`,
} satisfies Record<DateProblem, (input: DateInput) => string>
