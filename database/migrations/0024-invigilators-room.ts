import type { Kysely } from 'kysely'

/** A link of invigilators for one room of its moment. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  // Null for all rooms. Restricts, since a link that lost its room would be one for all of them.
  await schema
    .alterTable('invigilator_link')
    .addColumn('room_id', 'integer', (column) => column.references('room.id').onDelete('restrict'))
    .execute()
  await schema.createIndex('invigilator_links_by_room').on('invigilator_link').column('room_id').execute()
}
