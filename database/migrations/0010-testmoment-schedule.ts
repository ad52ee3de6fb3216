import { type Kysely, sql } from 'kysely'

/** Few moments have something planned, and the schedule asks twice a second which of them is due. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  for (const time of ['enrollments_open_at', 'enrollments_close_at'])
    await kysely.schema
      .createIndex(`testmoment_by_${time}`)
      .on('testmoment')
      .column(time)
      .where(sql.ref(time), 'is not', null)
      .execute()
}
