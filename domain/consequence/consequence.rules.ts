import type { Consequences } from './consequence.schema.ts'

export const noConsequences: Consequences = {
  enrollments_deleted: 0,
  students: 0,
  opens_all_modules: false,
  offers_nothing: false,
  last_testmoment: false,
}

export const needsConfirmation = ({ students, ...consequences }: Consequences): boolean =>
  Object.values(consequences).some((consequence) => consequence !== 0 && consequence !== false)

/** Names what was confirmed: when the numbers have changed since they were shown, they are asked about again. */
export const confirmationOf = (consequences: Consequences): string =>
  [
    `e${consequences.enrollments_deleted}`,
    `s${consequences.students}`,
    ...(consequences.opens_all_modules ? ['all'] : []),
    ...(consequences.offers_nothing ? ['none'] : []),
    ...(consequences.last_testmoment ? ['last'] : []),
  ].join('-')
