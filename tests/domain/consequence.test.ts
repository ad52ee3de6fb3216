import { expect, test } from 'vitest'
import { confirmationOf, isBig, noConsequences, takesSomething } from '#domain/consequences/consequence.rules.ts'
import type { Consequences } from '#domain/consequences/consequence.schema.ts'
import { consequenceTexts } from '#domain/consequences/consequence.texts.ts'
import { isOutsideSchoolyear } from '#domain/schoolyears/schoolyear.rules.ts'

const of = (some: Partial<Consequences>): Consequences => ({ ...noConsequences, ...some })

test.for<[some: Partial<Consequences>, takes: boolean, asks: boolean]>([
  [{}, false, false],
  [{ students: 3, enrollments_kept: 2, students_enrolled: 1, schoolyear_replaced: 'A' }, false, false],
  [{ enrollments_deleted: 1 }, true, true],
  [{ last_testmoment: true }, true, true],
  [{ waits_ended: 1 }, true, true],
  [{ automatic_on: true }, false, true],
  [{ automatic_on: false, enrollments_made: 0 }, false, false],
  [{ students_moved: 1 }, false, true],
  [{ students_concerned: 1 }, false, true],
  [{ students_concerned: 0, closes_earlier: true }, false, false],
  [{ deletes_testmoment: true }, false, true],
  [{ testmoments_same_day: 0, outside_schoolyear: false }, false, false],
  [{ role_given: 'ROLE_STUDENT' }, false, true],
])('%j takes something: %j, and is asked about: %j', ([some, takes, asks]) => {
  expect([takesSomething(of(some)), isBig(of(some))]).toEqual([takes, asks])
})

const full = (id: number, students: number) => ({
  ...{ id, date: `2027-01-0${id}`, duration: 'day' as const, location: null, starts_at: null, ends_at: null },
  students,
})

test('a confirmation is of just these numbers', () => {
  const said = [
    of({}),
    of({ enrollments_made: 1, students_enrolled: 1 }),
    of({ enrollments_made: 2, students_enrolled: 1 }),
    of({ enrollments_made: 2, students_enrolled: 2 }),
    of({ enrollments_made: 2, students_enrolled: 2, students_without_seat: 1, full_testmoments: [full(1, 1)] }),
    of({ enrollments_made: 2, students_enrolled: 2, students_without_seat: 1, full_testmoments: [full(2, 1)] }),
    of({ waits_ended: 2 }),
    of({ chairs_lost: 2 }),
    of({ chairs_lost: 2, chairs_published: true }),
    of({ students_moved: 2 }),
    of({ students_concerned: 2 }),
    of({ students_concerned: 2, closes_earlier: true }),
    of({ deletes_testmoment: true }),
    of({ role_given: 'ROLE_ADMIN' }),
    of({ role_given: 'ROLE_STUDENT' }),
    of({ role_given: 'ROLE_STUDENT', enrollments_kept: 1 }),
  ].map(confirmationOf)
  expect(new Set(said).size).toBe(said.length)
})

test('the question says the numbers, what goes on afterwards, and who is notified', () => {
  expect(consequenceTexts(of({ automatic_on: true, enrollments_made: 12, students_enrolled: 1 }))).toEqual([
    'Er worden meteen 12 inschrijvingen gemaakt, voor 1 student.',
    'Wie er later bij komt, wordt ook automatisch ingeschreven.',
    'De student krijgt hier geen melding van, en ziet het meteen in de app.',
  ])
  const seatless = { students_without_seat: 15, full_testmoments: [full(4, 12), { ...full(4, 3), starts_at: '13:30' }] }
  expect(consequenceTexts(of({ automatic_on: true, ...seatless }), Date.parse('2026-11-22')).slice(0, 2)).toEqual([
    'Er wordt nu niemand automatisch ingeschreven.',
    '15 studenten passen er niet bij: toetsmoment ma 4 jan (12), ma 4 jan, 13:30 (3). Zij komen niet op een wachtlijst.',
  ])
  const activation = { activates_schoolyear: true, schoolyear_replaced: '2025-2026', testmoments_shown: 12 }
  expect(consequenceTexts(of({ ...activation, enrollments_hidden: 3, students_hidden: 1 })).slice(0, 3)).toEqual([
    'Schooljaar 2025-2026 is dan niet meer actief.',
    'Daar staan nog 3 inschrijvingen van 1 student voor toetsmomenten die nog komen. Studenten zien die dan niet meer; ze komen terug als je dat schooljaar weer activeert.',
    'Alle studenten zien vanaf dan de 12 toetsmomenten van dit schooljaar. Ze krijgen hier geen melding van.',
  ])
  const deactivation = { deactivates_schoolyear: true, enrollments_hidden: 1, students_hidden: 1 }
  expect(consequenceTexts(of(deactivation))).toEqual([
    'Er is dan geen actief schooljaar: studenten zien geen toetsmomenten. Ze krijgen hier geen melding van.',
    'In dit schooljaar staat nog 1 inschrijving van 1 student voor toetsmomenten die nog komen. Studenten zien die dan niet meer; die komt terug als je dat schooljaar weer activeert.',
  ])
  expect(consequenceTexts(of({ students_moved: 1, testmoments_same_day: 1, outside_schoolyear: true }))).toEqual([
    '1 student is ingeschreven en blijft dat, ook op het nieuwe moment.',
    'De student krijgt hier geen melding van: de app toont het nieuwe moment meteen, de agenda zodra die zich ververst.',
    'Op deze datum is er al een toetsmoment.',
    'Deze datum valt buiten het schooljaar.',
  ])
  // where a message is offered, that says who is notified
  expect(consequenceTexts(of({ students_moved: 2, students_concerned: 2 }))).toEqual([
    '2 studenten zijn ingeschreven en blijven dat, ook op het nieuwe moment.',
  ])
  expect(consequenceTexts(of({ students_concerned: 1, closes_earlier: true }))).toEqual([
    '1 student is ingeschreven en blijft dat.',
    'De student kan de inschrijving dan korter, of niet meer, wijzigen.',
  ])
  expect(consequenceTexts(of({ enrollments_deleted: 2, students: 1, students_concerned: 1 }))).toEqual([
    'Er worden 2 inschrijvingen van 1 student verwijderd.',
  ])
  expect(consequenceTexts(of({ enrollments_deleted: 1, students: 1 }))).toContain(
    'Studenten krijgen hier geen melding van; in de app zien ze het meteen.',
  )
  expect(consequenceTexts(of({ deletes_testmoment: true }))).toEqual([
    'Er is niemand ingeschreven.',
    'Dit kan niet ongedaan worden gemaakt.',
  ])
  expect(consequenceTexts(of({ deletes_testmoment: true, waits_ended: 12 }))[0]).toBe(
    '12 studenten wachten daar op een plaats. Zij krijgen daar bericht van.',
  )
  expect(consequenceTexts(of({ waits_ended: 1 }))).toEqual([
    '1 student verliest een plaats op de wachtlijst. Die krijgt daar bericht van.',
  ])
  expect(consequenceTexts(of({ chairs_lost: 1, chairs_published: false }))).toEqual([
    '1 student verliest de plaats in een lokaal. Verdeel daarna de rest.',
  ])
  expect(consequenceTexts(of({ chairs_lost: 12, chairs_published: true }))).toEqual([
    '12 studenten verliezen de plaats in een lokaal en krijgen daar bericht van. Verdeel daarna de rest.',
  ])
  expect(consequenceTexts(of({}))).toEqual([])
})

test.for<[name: string, day: string, isOutside: boolean]>([
  ['2026-2027', '2026-08-01', false],
  ['2026-2027', '2027-07-31', false],
  ['2026-2027', '2026-07-31', true],
  ['2026-2027', '2027-08-01', true],
  ['2026/27', '2027-08-01', true],
  ['Schooljaar 2026 – 2027', '2026-07-31', true],
  ['1999-00', '2000-07-31', false],
  ['2026-2028', '1990-01-01', false],
  ['Volgend jaar', '1990-01-01', false],
])('of school year %j the day %j is outside: %j', ([name, day, isOutside]) => {
  expect(isOutsideSchoolyear(name, day)).toBe(isOutside)
})
