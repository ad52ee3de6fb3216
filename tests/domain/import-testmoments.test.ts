import { describe, expect, test } from 'vitest'
import { found } from '#domain/import/import.rules.ts'
import type { SameDay } from '#domain/import/import.schema.ts'
import type { KnownMoment } from '#domain/import/testmoment-update.rules.ts'
import type { KnownYear } from '#domain/import/testmoments.rules.ts'
import { newTestmoment } from '#domain/testmoments/testmoment-edit.rules.ts'
import { judgeTestmoments, readTestmomentList } from '#tests/domain/support/listed.ts'

const MORNING = Date.parse('2026-03-10T09:00:00.000Z')

const there: KnownMoment = {
  ...newTestmoment,
  ...{ id: 7, version: 4, date: '2026-03-20' },
  ...{ modules: [], taken: [], held_module_ids: new Set() },
}
const known: KnownYear = {
  testmoments: [there],
  modules: [
    { id: 1, name: 'ALG', active: true },
    { id: 2, name: 'GON', active: true },
    { id: 3, name: 'OLD', active: false },
  ],
}

function judge(...lines: string[]) {
  return judgeUnder('datum;duur;maximum;modules;opent;sluit', ...lines)
}

function judgeUnder(header: string, ...lines: string[]) {
  const reading = readTestmomentList([header, ...lines].join('\n'))
  if (!reading.read) throw new Error(reading.fault)
  return judgeTestmoments(reading.rows, known, MORNING)
}

const verdictsOf = (...lines: string[]) =>
  judge(...lines).map(({ findings }) => findings.map(({ verdict, about }) => `${verdict} ${about}`.trim()).join(', '))

describe('a line of a list of test moments', () => {
  test('says all that a moment is', () => {
    expect(judge('23 mrt 2026;week;2;gon, ALG;12-3-2026 09:00;20-3-2026')).toEqual([
      {
        line: 2,
        findings: [{ verdict: 'new', about: '' }],
        changes: [],
        typed_date: '23 mrt 2026',
        date: '2026-03-23',
        duration: 'week',
        starts_at: null,
        ends_at: null,
        location: null,
        seats: 0,
        max_enrollments: 2,
        modules: ['GON', 'ALG'],
        module_ids: [2, 1],
        enrollments_open_at: '2026-03-12T08:00:00.000Z',
        enrollments_close_at: '2026-03-20T22:59:00.000Z',
        testmoment_id: null,
        edit: null,
      },
    ])
  })

  test('needs no more than a date: a day, without a limit, for all modules', () => {
    const plain = { duration: 'day', max_enrollments: 0, module_ids: [], enrollments_open_at: null }
    expect(judge('24-3-2026', '25-3-2026;dag;onbeperkt;alle')).toMatchObject([plain, plain])
  })

  test.each([
    ['24-3-2026', 'new'],
    ['1-3-2026', 'new-past'],
    ['20-3-2026;dag;5', 'known'],
    ['20-3-2026;week', 'new'],
    [';dag', 'date-missing'],
    ['31-2-2026', 'date-invalid'],
    ['24-3-2026;maand', 'duration-invalid'],
    ['24-3-2026;dag;veel', 'limit-invalid'],
    ['24-3-2026;dag;1001', 'limit-invalid'],
    ['24-3-2026;dag;-1', 'limit-invalid'],
    ['24-3-2026;dag;2;ALG, NIX', 'module-unknown NIX'],
    ['24-3-2026;dag;2;ALG|OLD', 'module-inactive OLD'],
    ['24-3-2026;dag;2;;straks', 'opening-invalid'],
    ['24-3-2026;dag;2;;;straks', 'closing-invalid'],
    ['24-3-2026;dag;2;;20-3-2026;19-3-2026', 'schedule-reversed'],
    ['24-3-2026;dag;2;;10-3-2026 09:00', 'opening-past'],
    ['24-3-2026;dag;2;;;10-3-2026 09:00', 'closing-past'],
    ['24-3-2026;dag;2;;24-3-2026 23:59', 'new'],
    ['24-3-2026;dag;2;;25-3-2026 00:00', 'opening-too-late'],
    ['24-3-2026;dag;2;;;;te veel', 'shifted'],
  ])('%j is %s', (line, verdict) => {
    expect(verdictsOf(line)).toEqual([verdict])
  })

  // dannymcc/may #250, submersion-app/submersion #1828: 12/01 read as January beside a 12/31 that could not be.
  test.each([
    [
      ['12/31/2026', '12/01/2026', '4/4/2026'],
      ['date-invalid', 'date-doubtful', 'new'],
    ],
    [['2026-03-24;dag;2;;3/10/2026 9:00;3/23/2026'], ['date-doubtful, closing-invalid']],
    [
      ['12/31/2026', '12/01/2026', '24/3/2026'],
      ['date-invalid', 'new-past', 'new'],
    ],
  ])('%j have a month of which nobody knows whether it is a day: %j', (lines, verdicts) => {
    expect(verdictsOf(...lines)).toEqual(verdicts)
  })

  test('reports all that is wrong with it at once', () => {
    expect(verdictsOf('24-3-2026;dag;veel;NIX, OLD;straks;1-3-2026')).toEqual([
      'limit-invalid, opening-invalid, module-unknown NIX, module-inactive OLD, closing-past',
    ])
    const place = judgeUnder('datum;begin;eind;zaal', `24-3-2026;11:00;9:00;${'x'.repeat(81)}`)
    expect(place[0]?.findings.map(({ verdict }) => verdict)).toEqual(['location-too-long', 'end-too-early'])
  })

  test('that says the same again counts once, and one that says otherwise keeps all out', () => {
    expect(verdictsOf('24-3-2026;dag;2', '24 mrt 2026;;2')).toEqual(['new', 'repeated 2'])
    expect(verdictsOf('24-3-2026;dag;2', '24 mrt 2026;;2', '2026-03-24;dag;3')).toEqual([
      ...['contradicted 4', 'contradicted 4', 'contradicted 2'],
    ])
  })

  test('stays unchanged once it is there, also when its opening has passed', () => {
    expect(verdictsOf('20-3-2026;dag;2;;1-3-2026')).toEqual(['known'])
  })

  test.each([
    ['datum;begintijd;eindtijd;locatie', '24-3-2026;9:00;11.30;Aula', ['09:00', '11:30', 'Aula']],
    ['Datum;Van;Tot;Zaal', '24-3-2026;0930;12 uur; 3.14  – 3.18', ['09:30', '12:00', '3.14 – 3.18']],
    ['datum;aanvang;plaats', '24-3-2026;13:30:00;', ['13:30', null, null]],
    ['datum;tijd', '24-3-2026;9:00-11:30', ['09:00', '11:30', null]],
    ['datum;tijd', '24-3-2026;van 9.00 tot 11.30 uur', ['09:00', '11:30', null]],
  ])('under %j: %j says when and where', (header, line, place) => {
    const [judged] = judgeUnder(header, line)
    expect(judged).toMatchObject({
      findings: [{ verdict: 'new' }],
      starts_at: place[0],
      ends_at: place[1],
      location: place[2],
    })
  })

  test.each([
    ['Datum;Plaatsen', '24-3-2026;80', 80, 0],
    ['datum;plaats;plaatsen;maximum', '24-3-2026;Aula;80;2', 80, 2],
    ['datum;max;maximum aantal plaatsen', '24-3-2026;2;120', 120, 2],
    ['datum;capaciteit zaal', '24-3-2026; 30 ', 30, 0],
    ['datum;seats', '24-3-2026;onbeperkt', 0, 0],
    ['datum;vrije plaatsen', '24-3-2026;7', 0, 0],
  ])('under %j: %j says how many students fit', (header, line, seats, max_enrollments) => {
    expect(judgeUnder(header, line)).toMatchObject([{ findings: [{ verdict: 'new' }], seats, max_enrollments }])
  })

  test.each(['-1', '80 stoelen', '1,5', '1.000', '100001', 'vol'])('cannot have %j seats', (seats) => {
    expect(judgeUnder('datum;plaatsen', `24-3-2026;${seats}`)).toMatchObject([
      { findings: [{ verdict: 'seats-invalid' }] },
    ])
  })

  test('with other seats on the same day keeps the list out', () => {
    const lines = ['24-3-2026;80', '24-3-2026;80', '24-3-2026;81']
    expect(judgeUnder('datum;plaatsen', ...lines).map(({ findings }) => findings[0]?.verdict)).toEqual([
      ...['contradicted', 'contradicted', 'contradicted'],
    ])
  })

  test.each([
    ['24-3-2026;dag;straks', 'start-invalid'],
    ['24-3-2026;dag;24:00', 'start-invalid'],
    ['24-3-2026;dag;9:00;elf', 'end-invalid'],
    ['24-3-2026;dag;9:00;9:00', 'end-too-early'],
    ['24-3-2026;dag;;11:00', 'end-without-start'],
    ['23-3-2026;week;9:00', 'week-with-times'],
    [`24-3-2026;dag;;;${'x'.repeat(81)}`, 'location-too-long'],
    ['24-3-2026;dag;;;Zaal \u202e413', 'location-unreadable'],
  ])('%j is %s', (line, verdict) => {
    expect(judgeUnder('datum;duur;begin;eind;zaal', line)).toMatchObject([{ findings: [{ verdict }] }])
  })

  test('is another moment than one of the same day at another time, which both say', () => {
    const twice = judgeUnder('datum;begin;plaatsen', '24-3-2026;9:00;80', '24-3-2026;13:00;60', '24-3-2026;9:00;80')
    expect(twice.map(({ findings }) => findings)).toEqual([
      [found('new'), found('beside-listed', '13:00')],
      [found('new'), found('beside-listed', '09:00')],
      [found('repeated', '2')],
    ])
  })

  test('contradicts one of the same day that says no time', () => {
    const twice = judgeUnder('datum;begin', '24-3-2026;9:00', '24-3-2026;')
    expect(twice.map(({ findings }) => findings[0]?.verdict)).toEqual(['contradicted', 'contradicted'])
  })

  test('comes beside the moment of that day at another time, unless it is said to be the same', () => {
    const morning = { ...there, starts_at: '09:00', ends_at: '11:00' }
    const judgeOn = (sameDay: SameDay | undefined, line: string, update = false) => {
      const reading = readTestmomentList(`datum;begin\n${line}`)
      if (!reading.read) throw new Error(reading.fault)
      const [only] = judgeTestmoments(reading.rows, { ...known, testmoments: [morning] }, MORNING, { update, sameDay })
      return only?.findings.map(({ verdict }) => verdict)
    }
    expect(judgeOn(undefined, '20-3-2026;13:00')).toEqual(['new', 'beside-others'])
    expect(judgeOn('same', '20-3-2026;13:00')).toEqual(['known'])
    expect(judgeOn(undefined, '20-3-2026;9:00')).toEqual(['known'])
    expect(judgeOn(undefined, '20-3-2026')).toEqual(['known'])
    expect(judgeOn(undefined, '20-3-2026;13:00', true)).toEqual(['end-too-early'])
    expect(judgeOn('other', '20-3-2026;13:00', true)).toEqual(['new', 'beside-others'])
  })

  test('names modules parted by strokes too, unless that is the name of one', () => {
    const slashed = { ...known, modules: [...known.modules, { id: 4, name: 'A/B', active: true }] }
    const reading = readTestmomentList('datum;modules\n24-3-2026;ALG/GON\n25-3-2026;A/B, ALG')
    if (!reading.read) throw new Error(reading.fault)
    expect(judgeTestmoments(reading.rows, slashed, MORNING).map(({ module_ids }) => module_ids)).toEqual([
      [1, 2],
      [4, 1],
    ])
  })

  test('takes no hours of enrolling for those of the test', () => {
    expect(readTestmomentList('datum;Inschrijving tot\n24-3-2026;20-3-2026')).toMatchObject({
      columns: [
        { header: 'datum', meaning: 'date' },
        { header: 'Inschrijving tot', meaning: 'closes' },
      ],
    })
  })

  test('needs a column with dates', () => {
    expect(readTestmomentList('naam;duur\nx;week')).toMatchObject({ read: false, fault: 'import-column-missing' })
  })
})

describe('an update of test moments', () => {
  const HEADER = 'datum;begin;eind;zaal;plaatsen;maximum;modules;opent;sluit'
  const planned = { enrollments_enabled: true, enrollments_close_at: '2026-03-19T22:59:00.000Z' }
  const full: KnownMoment = {
    ...there,
    ...{ starts_at: '09:00', ends_at: '11:00', location: 'Aula', seats: 40, max_enrollments: 3, ...planned },
    modules: [{ id: 1, auto_enroll: true }],
    ...{ taken: [1, 1, 3], held_module_ids: new Set([1]) },
  }
  const updateOf = (moments: readonly KnownMoment[], ...lines: string[]) => {
    const reading = readTestmomentList([HEADER, ...lines].join('\n'))
    if (!reading.read) throw new Error(reading.fault)
    return judgeTestmoments(reading.rows, { ...known, testmoments: moments }, MORNING, { update: true })
  }
  const judged = (line: string, moment = full) => {
    const [only] = updateOf([moment], line)
    if (!only) throw new Error('no line')
    const findings = only.findings.map(({ verdict, about }) => `${verdict} ${about}`.trim())
    return {
      ...only,
      findings,
      changes: only.changes.map((change) => `${change.field}: ${change.old} → ${change.new}`),
    }
  }

  test('shows the present and the new value', () => {
    expect(judged('20-3-2026;10:00;12:30;Zaal 3;80;2;ALG, GON;;19-3-2026 12:00')).toMatchObject({
      findings: ['updated', 'time-moved 09:00', 'students-untold 3', 'students-above-limit 1'],
      changes: [
        'starts: 09:00 → 10:00',
        'ends: 11:00 → 12:30',
        'location: Aula → Zaal 3',
        'seats: 40 → 80',
        'limit: Maximaal 3 modules toegestaan → Maximaal 2 modules toegestaan',
        'modules: ALG (automatisch) → ALG (automatisch), GON',
        'closes: do 19 mrt 2026 om 23:59 → do 19 mrt 2026 om 12:00',
      ],
      testmoment_id: 7,
      edit: {
        before: { fields: { starts_at: '09:00', seats: 40 }, modules: [{ id: 1, auto_enroll: true }] },
        after: {
          fields: { starts_at: '10:00', seats: 80 },
          modules: [
            { id: 1, auto_enroll: true },
            { id: 2, auto_enroll: false },
          ],
        },
        version: 4,
      },
    })
  })

  test('leaves what an empty cell says nothing of, and what is the same', () => {
    expect(judged('20-3-2026')).toMatchObject({ findings: ['known'], changes: [], edit: null, seats: 40 })
    expect(judged('20-3-2026;9:00;11:00;Aula;40;3;ALG')).toMatchObject({ findings: ['known'], edit: null })
    expect(judged('20-3-2026;;;Zaal 3')).toMatchObject({ changes: ['location: Aula → Zaal 3'] })
  })

  test('says how many are enrolled above what it lowers, and leaves them', () => {
    expect(judged('20-3-2026;;;;2;1').findings).toEqual(['updated', 'students-above-limit 1', 'students-above-seats 1'])
  })

  test('takes no module away in which somebody is enrolled or waits', () => {
    expect(judged('20-3-2026;;;;;;GON')).toMatchObject({
      findings: ['updated', 'modules-kept ALG'],
      changes: ['modules: ALG (automatisch) → ALG (automatisch), GON'],
    })
    expect(judged('20-3-2026;;;;;;GON', { ...full, held_module_ids: new Set() })).toMatchObject({
      findings: ['updated'],
      changes: ['modules: ALG (automatisch) → GON'],
    })
    expect(judged('20-3-2026;;;;;;GON', { ...full, modules: [] })).toMatchObject({
      changes: ['modules: Alle modules → ALG, GON'],
    })
    expect(judged('20-3-2026;;;;;;alle', { ...full, held_module_ids: new Set([1]) })).toMatchObject({
      changes: ['modules: ALG (automatisch) → Alle modules'],
    })
    const inactive = { ...full, modules: [{ id: 3, auto_enroll: false }], held_module_ids: new Set([3]) }
    expect(judged('20-3-2026;;;;;;alle', inactive)).toMatchObject({
      findings: ['known', 'modules-kept OLD'],
      edit: null,
    })
  })

  test.each([
    ['20-3-2026;12:00', 'end-too-early'],
    [`20-3-2026;;8:00;${'x'.repeat(81)}`, 'location-too-long, end-too-early'],
    ['20-3-2026;;;;;;NIX', 'module-unknown NIX'],
    ['20-3-2026;;;;;;OLD', 'module-inactive OLD'],
    ['20-3-2026;;;;;;;20-3-2026 12:00', 'schedule-reversed'],
    ['20-3-2026;;;;;;;1-3-2026', 'known, planned-past'],
    ['20-3-2026;;;;;;;10-3-2026 10:00', 'known, planned-past'],
  ])('%s: %s', (line, findings) => {
    expect(judged(line).findings.join(', ')).toBe(findings)
  })

  test('of several moments on one day it finds the one that begins at that time, or none', () => {
    const later = { ...full, id: 8, starts_at: '13:00', ends_at: '15:00' }
    const [one, other] = updateOf([full, later], '20-3-2026;13:00;;Zaal 3', '20-3-2026;;;Zaal 4')
    expect(one).toMatchObject({ findings: [{ verdict: 'updated' }, { verdict: 'students-untold' }], testmoment_id: 8 })
    expect(other).toMatchObject({ findings: [{ verdict: 'several-known' }], edit: null })
  })
})
