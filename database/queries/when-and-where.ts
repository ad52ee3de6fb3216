import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'

/** By what people know a moment, of a joined `testmoment`. */
export const whenAndWhereColumns = whenAndWhereFieldNames.map((name) => `testmoment.${name}` as const)
