import { describe, expect, test } from 'vitest'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openingsToAnnounce } from '#tests/support/api/enrolled.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'
import { at, editingStage, HOUR } from './support/editing-stage.ts'

describeOnEachDatabase('editing a test moment', (open) => {
  const stage = editingStage(open)
  const { byTeacher, edit, edited, read, trail } = stage

  describe('that opens or closes it', () => {
    test('by hand puts exactly one opening in the outbox, and none when it was open', async () => {
      expect((await edited('closed', { enrollments_enabled: true })).entity.enrollments_enabled).toBe(true)
      await edited('closed', { enrollments_enabled: true, max_enrollments: 3 })
      expect(await openingsToAnnounce(stage.database)).toEqual([stage.school.moments.closed])
      await edited('closed', { enrollments_enabled: false })
      await edited('closed', { enrollments_enabled: true })
      expect(await openingsToAnnounce(stage.database)).toEqual([
        stage.school.moments.closed,
        stage.school.moments.closed,
      ])
      expect((await read('closed')).version).toBe(5)
      expect(await auditTrail(stage.database)).toEqual(
        trail(
          'closed',
          byTeacher('opened # enrollments_enabled'),
          byTeacher('edited # max_enrollments'),
          byTeacher('closed # enrollments_enabled'),
          byTeacher('opened # enrollments_enabled'),
        ),
      )
    })

    test('at the same time from two sides opens it once', { tags: 'race' }, async () => {
      const { version, ...seen } = await read('closed')
      const opened = () => edit('closed', { ...seen, enrollments_enabled: true })
      await halfway(stage.database, { hold: holdUser(stage.school.users.teacher), first: opened, second: opened })
      expect(await openingsToAnnounce(stage.database)).toEqual([stage.school.moments.closed])
      expect((await read('closed')).version).toBe(version + 1)
    })

    test('needs no opening any more, and keeps the closing to come', async () => {
      await edited('closed', { enrollments_open_at: at(HOUR), enrollments_close_at: at(2 * HOUR) })
      expect((await edited('closed', { enrollments_enabled: true })).entity).toMatchObject({
        enrollments_enabled: true,
        enrollments_open_at: null,
        enrollments_close_at: at(2 * HOUR),
      })
    })

    test('by hand after the planned closing holds: it is opened without that time', async () => {
      const { enrollments_enabled, enrollments_close_at } = await read('closing')
      expect([enrollments_enabled, enrollments_close_at]).toEqual([true, at(3 * HOUR)])
      stage.api.clock.now += 3 * HOUR
      expect((await edited('closing', { enrollments_enabled: true })).entity).toMatchObject({
        enrollments_enabled: true,
        enrollments_close_at: null,
      })
      expect(await openingsToAnnounce(stage.database)).toEqual([stage.school.moments.closing])
      expect(await auditTrail(stage.database)).toEqual(
        trail(
          'closing',
          'user null closed # enrollments_close_at enrollments_enabled',
          byTeacher('opened # enrollments_enabled'),
        ),
      )
    })

    test('meets a moment that the schedule has closed by then, however late that is carried out', async () => {
      const seen = await read('closing')
      stage.api.clock.now += 3 * HOUR
      expect(await edit('closing', { ...seen, max_enrollments: 5 })).toMatchObject({
        status: 409,
        body: {
          differences: [{ label: 'Maximum' }, { label: 'Inschrijvingen', yours: 'open', theirs: 'gesloten' }, {}],
        },
      })
    })
  })

  describe('of its schedule', () => {
    test('plans an opening and a closing, and takes them back', async () => {
      const planned = { enrollments_open_at: at(HOUR), enrollments_close_at: at(2 * HOUR) }
      expect((await edited('closed', planned)).entity).toMatchObject({ ...planned, enrollments_enabled: false })
      const none = { enrollments_open_at: null, enrollments_close_at: null }
      expect((await edited('closed', none)).entity).toMatchObject(none)
      expect(await auditTrail(stage.database)).toEqual(
        Array(2).fill(trail('closed', byTeacher('edited # enrollments_close_at enrollments_open_at'))[0]),
      )
    })

    test.for([
      [{ enrollments_close_at: '2000-01-01T00:00:00.000Z' }, 'closing-past'],
      [{ enrollments_open_at: '2027-04-09T08:00:00.000Z' }, 'opening-too-late'],
    ] as const)('is refused with %o, and nothing opens or closes', async ([times, reason]) => {
      for (const moment of ['open', 'closed'] as const) {
        const before = await read(moment)
        expect(await edit(moment, times)).toMatchObject({ status: 422, body: { reason } })
        expect(await read(moment)).toEqual(before)
      }
      expect(await openingsToAnnounce(stage.database)).toEqual([])
      expect(await auditTrail(stage.database)).toEqual([])
    })

    test('that has come and is not carried out yet is no new one', async () => {
      const seen = await read('closing')
      stage.api.clock.now += 3 * HOUR - 1
      expect((await edited('closing', { ...seen, max_enrollments: 5 })).entity).toMatchObject({
        enrollments_close_at: seen.enrollments_close_at,
      })
    })

    test('is refused when it would close before it opens, or at once', async () => {
      const reversed = { status: 422, body: { reason: 'schedule-reversed' } }
      for (const close of [HOUR, HOUR - 1])
        expect(await edit('closed', { enrollments_open_at: at(HOUR), enrollments_close_at: at(close) })).toMatchObject(
          reversed,
        )
      await edited('closed', { enrollments_open_at: at(HOUR) })
      expect(await edit('closed', { enrollments_close_at: at(HOUR) })).toMatchObject(reversed)
      await edited('closed', { enrollments_close_at: at(HOUR), enrollments_enabled: true })
    })
  })
})
