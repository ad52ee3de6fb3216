import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'

/** Columns of a joined `testmoment` by which people recognize a moment. */
export const whenAndWhereColumns = whenAndWhereFieldNames.map((name) => `testmoment.${name}` as const)
