import type { PresenceEntry, PresenceList } from '#domain/presence/presence.schema.ts'

/** On the day of the list, by the server's clock. */
export const NINE = Date.parse('2026-11-24T09:00:00.000Z')

export const entry = (id: number, change: Partial<PresenceEntry> = {}): PresenceEntry => ({
  enrollment_id: id,
  user_id: id,
  first_name: 'André',
  last_name: `van 't Hoff${id}`,
  student_number: `09${id}`,
  class_group: null,
  module_id: 1,
  module_name: 'ALG1',
  extra_time: false,
  room_id: null,
  seat_number: null,
  ticked: null,
  others: [],
  ...change,
})

export const listOf = (...entities: PresenceEntry[]): PresenceList => ({
  testmoment: { id: 12, date: '2026-11-24', duration: 'day', location: null, starts_at: null, ends_at: null },
  room: null,
  rooms: [],
  entities,
  codes: [],
  walk_ins: [],
  now: new Date(NINE).toISOString(),
  _links: {},
})
