import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { clockShift } from '#domain/calendar/written-time.ts'
import { DateField, DateTimeField, TimeField } from '#src/parts/date-field.tsx'
import { dateTimeFrom, noTime, readTypedDateTime, typedDateTimeOf } from '#src/parts/typed-time.ts'

const typed = { day: '20', month: '3', year: '2026', clock: '09:00' }
const ignore = () => undefined

describe('a time as it is typed', () => {
  it('is an instant by the clocks of Amsterdam, and back', () => {
    expect(readTypedDateTime(typed)).toEqual({ valid: true, instant: '2026-03-20T08:00:00.000Z', shift: null })
    expect(readTypedDateTime({ ...typed, month: '7' })).toMatchObject({ instant: '2026-07-20T07:00:00.000Z' })
    expect(typedDateTimeOf('2026-03-20T08:00:00.000Z')).toEqual(typed)
    expect(typedDateTimeOf(null)).toEqual(noTime)
  })

  it.each(['9', '0900', '9u', '9.00', '9:00 uur'])('may be written as %s', (clock) => {
    expect(readTypedDateTime({ ...typed, clock })).toMatchObject({ instant: '2026-03-20T08:00:00.000Z' })
  })

  it('is none where all is empty, and half of one is no none', () => {
    expect(readTypedDateTime(noTime)).toEqual({ valid: true, instant: null, shift: null })
    expect(readTypedDateTime({ ...noTime, clock: '9' })).toMatchObject({ field: 'day', text: 'Vul ook een datum in.' })
    expect(readTypedDateTime({ ...typed, clock: '' })).toMatchObject({ field: 'clock', text: 'Vul ook een tijd in.' })
    expect(readTypedDateTime({ ...typed, clock: '25:00' })).toMatchObject({ field: 'clock' })
    expect(readTypedDateTime({ ...typed, month: '' })).toMatchObject({ field: 'month', text: 'Kies een maand' })
    expect(readTypedDateTime({ ...typed, month: '2', day: '30' })).toMatchObject({ field: 'day' })
    expect(readTypedDateTime({ ...typed, year: '26' })).toMatchObject({ field: 'year' })
  })

  it('says what summer time makes of it: in March an hour is skipped, in October one comes twice', () => {
    const spring = readTypedDateTime({ day: '29', month: '3', year: '2026', clock: '02:30' })
    expect(spring).toEqual({ valid: true, instant: '2026-03-29T01:30:00.000Z', shift: 'skipped' })
    const autumn = readTypedDateTime({ day: '25', month: '10', year: '2026', clock: '02:30' })
    expect(autumn).toEqual({ valid: true, instant: '2026-10-25T00:30:00.000Z', shift: 'doubled' })
    for (const text of ['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T01:59', '2026-10-25T03:00', 'niets'])
      expect(clockShift(text)).toBeNull()
  })

  it.each([
    ['20-3-2026 09:00', typed],
    [' 20/3/2026, 9.00 uur ', typed],
    ['vr 20 mrt 2026 om 9u00', typed],
    ['2026-03-20T09:00', typed],
    ['2026-03-20', { day: '20', month: '3', year: '2026' }],
    ['20 maart 2026', { day: '20', month: '3', year: '2026' }],
    ['20', null],
    ['20-3', null],
    ['20-3-2026 25:00', null],
    ['31-2-2026', null],
    ['morgen om 9 uur', null],
  ])('is taken from %j where that is one', (text, expected) => {
    expect(dateTimeFrom(text)).toEqual(expected)
  })
})

describe('the fields of a date and of a time', () => {
  const dateTime = (props: Partial<Parameters<typeof DateTimeField>[0]>) =>
    renderToStaticMarkup(
      createElement(DateTimeField, { legend: 'Opent op', value: noTime, onChange: ignore, ...props }),
    )

  it('show the weekday of a whole date, and no date or time of a browser', () => {
    expect(
      renderToStaticMarkup(createElement(DateField, { legend: 'Datum', value: typed, onChange: ignore })),
    ).toContain('>vr</span>')
    expect(dateTime({ value: typed })).not.toMatch(/type="(date|time|datetime-local)"/)
  })

  it('say in one line what is wrong, beside the field in which it is', () => {
    const html = dateTime({ value: { ...typed, clock: 'negen' } })
    expect(html.match(/role="alert"/g)).toHaveLength(1)
    expect(html).toMatch(/aria-invalid="true"[^>]*value="negen"/)
    const past = dateTime({ value: typed, problem: 'De opening is al geweest.' })
    expect(past).toMatch(/<fieldset[^>]*aria-describedby="[^"]+-error"/)
    expect(past).toContain('De opening is al geweest.')
  })

  it('are emptied only where they may be empty', () => {
    expect(dateTime({ value: typed })).toContain('Leegmaken')
    expect(dateTime({ value: noTime })).not.toContain('Leegmaken')
    expect(dateTime({ value: typed, isRequired: true })).not.toContain('Leegmaken')
    expect(dateTime({ isRequired: true })).toContain('Vul een datum en een tijd in.')
  })

  it('say what summer time makes of a time', () => {
    expect(dateTime({ value: { day: '29', month: '3', year: '2026', clock: '2:30' } })).toContain('dit wordt 03:30')
  })

  it('take a time of day in 24 hours', () => {
    const html = renderToStaticMarkup(createElement(TimeField, { label: 'Tot', value: '24:00', onChange: ignore }))
    expect(html).toContain('Vul een tijd in, bijvoorbeeld 9:30.')
  })
})
