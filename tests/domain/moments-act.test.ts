import { describe, expect, it } from 'vitest'
import { momentsActMessage } from '#domain/messages/moments-act-message.texts.ts'
import { editOf, modulesAfter } from '#domain/testmoments/moments-act.rules.ts'
import type { PlannedMoment } from '#domain/testmoments/moments-act.schema.ts'
import { effectTexts } from '#domain/testmoments/moments-act.texts.ts'

const now = Date.parse('2026-11-23T09:00:00.000Z')

describe('what is done to many moments', () => {
  it('asks of each what an edit of it would', () => {
    const moment = { date: '2027-03-30' }
    expect(editOf({ kind: 'open' }, moment)).toEqual({ enrollments_enabled: true })
    expect(editOf({ kind: 'seats', seats: 0 }, moment)).toEqual({ seats: 0 })
    expect(editOf({ kind: 'delete' }, moment)).toEqual({})
  })

  it('plans by the clocks of each day, across summer time, and leaves what is not named', () => {
    const act = { kind: 'plan', opening: { days_before: 7, time: '09:00' }, closing: null } as const
    expect(editOf(act, { date: '2027-03-30' }).enrollments_open_at).toBe('2027-03-23T08:00:00.000Z')
    expect(editOf(act, { date: '2027-04-06' }).enrollments_open_at).toBe('2027-03-30T07:00:00.000Z')
    expect(editOf(act, { date: '2027-04-06' }).enrollments_close_at).toBeNull()
    expect(editOf({ kind: 'plan' }, { date: '2027-04-06' })).toEqual({})
  })

  it('keeps the toggles of modules that stay, and switches none on', () => {
    const listed = [
      { id: 1, auto_enroll: true },
      { id: 2, auto_enroll: false },
    ]
    const listedAfter = (how: 'add' | 'remove' | 'replace', ...module_ids: number[]) =>
      modulesAfter({ kind: 'modules', how, module_ids }, listed)
    expect(listedAfter('add', 1, 3)).toEqual([...listed, { id: 3, auto_enroll: false }])
    expect(listedAfter('remove', 2, 3)).toEqual([{ id: 1, auto_enroll: true }])
    expect(listedAfter('replace', 1, 3)).toEqual([
      { id: 1, auto_enroll: true },
      { id: 3, auto_enroll: false },
    ])
  })
})

describe('a message about many moments', () => {
  const moment = { date: '2026-12-08', duration: 'day', location: 'Aula', starts_at: '09:00', ends_at: null } as const
  const about = { moduleNames: ['ALG1', 'STAT'], now }

  it('names the one that it is about, or all of them', () => {
    expect(momentsActMessage({ kind: 'close' }, [moment], about)).toEqual({
      subject: 'Inschrijven voor het toetsmoment di 8 dec is gesloten',
      text: `Inschrijven is gesloten voor het toetsmoment di 8 dec. Je inschrijving staat vast: je kunt die niet meer wijzigen.

Kun je dan niet? Neem contact op met je docent.`,
    })
    const two = momentsActMessage({ kind: 'delete' }, [moment, { ...moment, date: '2026-12-10' }], about)
    expect(two.subject).toBe('Toetsmomenten gaan niet door')
    expect(two.text).toContain(
      'vervallen:\n\n- di 8 dec, 09:00\u00a0· Aula\n- do 10 dec, 09:00\u00a0· Aula\n\nWil je de toets',
    )
    expect(momentsActMessage({ kind: 'delete' }, [moment], about).subject).toBe('Toetsmoment di 8 dec gaat niet door')
  })

  it('names twelve at most, and the modules that were taken away', () => {
    const many = Array.from({ length: 15 }, () => moment)
    expect(momentsActMessage({ kind: 'plan' }, many, about).text).toContain('\n- en 3 andere\n')
    const removed = momentsActMessage({ kind: 'modules', how: 'remove', module_ids: [1, 2] }, [moment], about)
    expect(removed.text).toContain('voor ALG1 en STAT is vervallen.')
  })
})

describe('other effects of an act', () => {
  const nothing: PlannedMoment = {
    ...{ id: 1, testmoment: null, version: null, outcome: 'will', refusal: null, changes: [] },
    ...{ enrollments_deleted: 0, students: 0, waits_ended: 0, students_concerned: 0 },
    ...{ students_above_seats: 0, students_promoted: 0 },
    ...{ closes_earlier: false, opens_all_modules: false, last_testmoment: false },
  }
  it('is said in numbers, and nothing where there is nothing to say', () => {
    expect(effectTexts(nothing)).toEqual([])
    expect(effectTexts({ ...nothing, enrollments_deleted: 1, students: 1 })).toEqual([
      '1 inschrijving van 1 student vervalt',
    ])
    expect(effectTexts({ ...nothing, closes_earlier: true, students_concerned: 2 })).toEqual([
      '2 studenten kunnen korter of niet meer wijzigen',
    ])
  })
})
