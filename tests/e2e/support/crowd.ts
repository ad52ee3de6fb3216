import { schoolNameKey } from '#domain/entities/school-name.rules.ts'
import { findable } from '#domain/users/search.rules.ts'
import type { Product } from './product.ts'
import type { Situation } from './situation.ts'

/** More rows than a screen of 800 px holds. */
const SCREENFUL = 16

const HALLS = ['Gymzaal Oude Westerkade', 'Collegezaal Van der Waals', 'Sporthal Noordereiland']

/**
 * Fills every list of a teacher with more than a screenful, in words that take room: names of two or three, departments
 * and rooms of several, class groups that only some have, six departments in the matrix.
 */
export async function fillLists(student: Situation, { database: { kysely } }: Product) {
  const { mark } = student
  const created_at = new Date().toISOString()
  const today = await student.addMoment({ inDays: 0, open: false })
  const full = await student.addMoment({ inDays: 14, seats: 1 })
  for (let at = 1; at < SCREENFUL; at++) await student.addMoment({ inDays: 20 + 7 * at })
  // a long name in the heading of the gradebook
  await student.addModule('Kansrekening en statistiek voor bedrijfskunde en economie')
  await student.addClass(SCREENFUL, today, ['WIS1', 'STAT'])
  await student.addClass(1, full, ['WIS1'])
  for (let at = 0; at < SCREENFUL; at++) {
    await (await student.addClassmate()).wait(full, 'WIS1')
    await student.receive({ subject: `Rooster ${at}`, text: 'De zaal is bekend.' })
  }
  await kysely
    .updateTable('message')
    .set({ audience_label: `Studenten van ${student.department}, Technische Bedrijfskunde`, sender_id: 1 })
    .where('subject', 'like', 'Rooster %')
    .execute()
  await kysely
    .insertInto('import')
    .values(Array.from({ length: SCREENFUL }, () => IMPORTED))
    .execute()
  await kysely
    .insertInto('audit')
    .values(
      Array.from({ length: SCREENFUL }, (_, at) => ({
        // one act on several records is one row
        at: new Date(Date.now() - at * 60_000).toISOString(),
        actor_id: null,
        action: 'edited',
        resource: 'module',
        resource_id: at + 1,
        fields: '["description"]',
        changes:
          '{"description":["Rekenen met breuken en procenten","Rekenen met breuken, procenten en verhoudingen"]}',
        subject: `WIS${at}-${mark}`,
        about: null,
        import_id: null,
      })),
    )
    .execute()
  await kysely
    .insertInto('schoolyear')
    .values(Array.from({ length: SCREENFUL }, (_, at) => ({ name: `20${50 + at}-20${51 + at} ${mark}`, created_at })))
    .execute()
  await kysely
    .insertInto('connection')
    .values(
      Array.from({ length: SCREENFUL }, (_, at) => ({
        name: `Rooster en cijfers ${at}`,
        client_id: `crowd-${mark}-${at}`,
        scopes: 'results.read courses.read',
        secret_hash: null,
        public_key: null,
        maker_id: null,
        created_at,
        last_used_at: null,
        revoked_at: null,
      })),
    )
    .execute()
  const names = [
    'Technische Bedrijfskunde',
    'Chemische Technologie',
    'Civiele Techniek',
    'Werktuigbouwkunde en Mechatronica',
  ]
  await kysely
    .insertInto('education_department')
    .values(
      [...names, ...Array.from({ length: SCREENFUL }, (_, at) => `Logistiek Management ${at}`).slice(0, 6)].map(
        (name) => ({
          name: `${name} ${mark}`,
          auto_enroll: true,
          created_at,
        }),
      ),
    )
    .execute()
  const rooms = await kysely
    .insertInto('room')
    .values(
      Array.from({ length: SCREENFUL }, (_, at) => {
        const name = `${HALLS[at % HALLS.length]} ${at} ${mark}`
        return {
          name,
          name_key: schoolNameKey(name),
          seats: 30 + at,
          position: 100 + at,
          remark: at % 2 ? '' : 'Bel de conciërge.',
          created_at,
        }
      }),
    )
    .returning(['id', 'seats'])
    .execute()
  await kysely
    .insertInto('testmoment_room')
    .values(rooms.map(({ id, seats }, position) => ({ testmoment_id: today, room_id: id, position, seats })))
    .execute()
  const people = await kysely
    .selectFrom('enrollment')
    .innerJoin('user', 'user.id', 'enrollment.user_id')
    .select(['user.id', 'username'])
    .where('testmoment_id', '=', today)
    .distinct()
    .orderBy('user.id')
    .execute()
  for (const [at, { id, username }] of people.entries()) {
    const last_name = at % 3 ? `van den Berg-Janssen ${at}` : `Öztürk ${at}`
    await kysely
      .updateTable('user')
      .set({
        ...findable({ username, first_name: at % 2 ? 'Anne-Sophie Wilhelmina' : 'Bo', last_name }),
        student_number: String(5_000_000 + id),
        class_group: at % 4 === 0 ? null : 'TBK 1 avond',
      })
      .where('id', '=', id)
      .execute()
  }
  await kysely
    .insertInto('chair')
    .values(
      people.map(({ id }, at) => ({
        testmoment_id: today,
        user_id: id,
        room_id: rooms[at % 4]?.id ?? 0,
        seat_number: Math.floor(at / 4) + 1,
      })),
    )
    .execute()
  await kysely
    .updateTable('testmoment')
    .set({
      divided_at: created_at,
      chairs_numbered: true,
      location: 'Gebouw Van der Waals, eerste verdieping',
      starts_at: '13:00',
      ends_at: '16:00',
    })
    .where('id', '=', today)
    .execute()
  return { today, full }
}

/** Takes away what the lists of other stories would begin with: school years and connections. */
export async function emptyLists({ mark }: Situation, { database: { kysely } }: Product): Promise<void> {
  await kysely.deleteFrom('schoolyear').where('name', 'like', `% ${mark}`).where('active', '=', false).execute()
  await kysely.deleteFrom('connection').where('client_id', 'like', `crowd-${mark}-%`).execute()
}

const IMPORTED = {
  kind: 'students',
  at: '2026-01-09T09:00:00.000Z',
  actor_id: null,
  added: 12,
  changed: 3,
} as const
