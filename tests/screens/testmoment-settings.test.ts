import { describe, expect, it } from 'vitest'
import { readTypedLimit, readTypedSeats } from '#domain/testmoments/limits.rules.ts'
import { editOf, type SettingsDraft } from '#src/admin/testmoments/settings/settings-draft.ts'
import { noTime } from '#src/parts/typed-time.ts'

const draft = (changes: Partial<SettingsDraft> = {}): SettingsDraft => ({
  date: { day: '24', month: '11', year: '2026' },
  duration: 'day',
  location: '',
  startsAt: '',
  endsAt: '',
  limit: null,
  seats: '',
  enrollments_enabled: false,
  opensAt: noTime,
  closesAt: noTime,
  ...changes,
})

describe('the settings of a moment as they are typed', () => {
  it('are saved with the times as instants, and nothing planned where they are empty', () => {
    expect(
      editOf(draft({ opensAt: { day: '20', month: '11', year: '2026', clock: '9' }, limit: '3', seats: '80' })),
    ).toEqual({
      date: '2026-11-24',
      duration: 'day',
      location: null,
      starts_at: null,
      ends_at: null,
      max_enrollments: 3,
      seats: 80,
      enrollments_enabled: false,
      enrollments_open_at: '2026-11-20T08:00:00.000Z',
      enrollments_close_at: null,
    })
  })
  it('have their place and times as they are kept, and of a week no times', () => {
    const typed = { startsAt: '9', endsAt: '11.30', location: ' Zaal  3.14 ' }
    const place = { location: 'Zaal 3.14', starts_at: '09:00', ends_at: '11:30' }
    expect(editOf(draft(typed))).toMatchObject(place)
    expect(editOf(draft({ ...typed, duration: 'week' }))).toMatchObject({ ...place, starts_at: null, ends_at: null })
  })
  it('are not saved while a time is none', () => {
    expect(editOf(draft({ startsAt: 'negen' }))).toBeNull()
    expect(editOf(draft({ duration: 'week', startsAt: 'negen' }))).not.toBeNull()
  })
  it('are not saved while half a time is planned: it is not taken for none', () => {
    expect(editOf(draft({ closesAt: { ...noTime, day: '20' } }))).toBeNull()
    expect(editOf(draft({ closesAt: { ...noTime, clock: '9' } }))).toBeNull()
  })
  it('are not saved while the date, the limit or the seats are none', () => {
    expect(editOf(draft({ date: { day: '31', month: '2', year: '2026' } }))).toBeNull()
    expect(editOf(draft({ limit: '' }))).toBeNull()
    expect(editOf(draft({ seats: 'tachtig' }))).toBeNull()
  })
  it('have no limit where that is off, and where it is typed as 0', () => {
    expect(editOf(draft({ limit: null }))?.max_enrollments).toBe(0)
    expect(editOf(draft({ limit: '0' }))?.max_enrollments).toBe(0)
  })
  it('have seats up to 100000, or none of them counted where nothing is typed', () => {
    expect(['', ' ', '0', '1', ' 80 ', '100000'].map(readTypedSeats)).toEqual([0, 0, 0, 1, 80, 100_000])
    expect(['-1', '1,5', '1.000', '100001', '80 stoelen'].map(readTypedSeats)).toEqual([null, null, null, null, null])
  })
  it('have a limit from 1 to 1000, or 0 for none', () => {
    expect(['0', '1', ' 12', '1000'].map(readTypedLimit)).toEqual([0, 1, 12, 1000])
    expect(['', '-1', '1,5', '1001', 'drie'].map(readTypedLimit)).toEqual([null, null, null, null, null])
  })
})
