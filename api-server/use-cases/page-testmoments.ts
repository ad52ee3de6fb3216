import { z } from 'zod'
import { readCursor, writeCursor } from '#api-server/paging/cursor.ts'
import { pageOf } from '#api-server/paging/page.ts'
import { listTestmoments } from '#api-server/queries/list-testmoments.ts'
import type { Database } from '#database/engine/open-database.ts'
import { calendarDaySchema } from '#domain/calendar/calendar.schema.ts'
import { idSchema } from '#domain/link/link.schema.ts'
import type { ManagedTestmoment } from '#domain/testmoment/managed-testmoment.schema.ts'
import { describeTestmoments } from './describe-testmoments.ts'
import { requireSchoolyear } from './require-schoolyear.ts'

const keySchema = z.tuple([calendarDaySchema, idSchema])

export interface TestmomentsPage {
  schoolyearId: number
  size: number
  cursor: string | undefined
}

/** A page of a school year's moments, and where the next begins. Throws `not-found`, `request-malformed`. */
export async function pageTestmoments(
  { kysely }: Database,
  { schoolyearId, size, cursor }: TestmomentsPage,
): Promise<{ moments: ManagedTestmoment[]; next: string | undefined }> {
  const key = readCursor(cursor, keySchema)
  await requireSchoolyear(kysely, schoolyearId)
  const rows = await listTestmoments(kysely, {
    schoolyearId,
    limit: size + 1,
    ...(key && { after: { date: key[0], id: key[1] } }),
  })
  const { shown, last } = pageOf(rows, size)
  return {
    moments: await describeTestmoments(kysely, shown),
    next: last && writeCursor([last.date, last.id]),
  }
}
