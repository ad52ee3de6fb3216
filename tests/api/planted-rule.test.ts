import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { z } from 'zod'
import { listMovingLines } from '#api-server/enrollments/waiting/promoting.ts'
import type { SeatsReply } from '#contract/waiting.calls.ts'
import { momentFactsOf } from '#domain/enrollments/choice.rules.ts'
import {
  canBeChosen,
  canBeLeft,
  closesAt,
  mayStillOpen,
  nextChange,
  opensAt,
} from '#domain/enrollments/enrollment.rules.ts'
import type { Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { chosenUntilText, leftUntilText } from '#domain/enrollments/enrollment-status.texts.ts'
import { plannedChange } from '#domain/enrollments/planned-change.rules.ts'
import { mayBePromoted, standstillOf } from '#domain/enrollments/waiting.rules.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import { closesEarlier } from '#domain/messages/change.rules.ts'
import { connectionScopes } from '#domain/oeapi/connection.rules.ts'
import { closingToRemindOf, deadlineOf } from '#domain/push/push.rules.ts'
import { pushAboutMoment } from '#domain/push/push-message.ts'
import type { TakenTest } from '#domain/results/result.schema.ts'
import { announceDue } from '#push-server/announcing/announce-due.ts'
import { planReminders } from '#push-server/announcing/plan-reminders.ts'
import { labelOf } from '#src/admin/testmoments/calendar/moment-chip.tsx'
import { tileStateOf } from '#src/admin/testmoments/list/tile-state.ts'
import { enrollmentChoices, offeredWish } from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { WaitingStatus } from '#src/parts/enrollment-choice/seats-view.tsx'
import { chanceOf } from '#src/student/history/chances.ts'
import { announcedMoments, choosableMoments, comingTests } from '#src/student/modules/modules-overview.ts'
import { groupOf, testmomentSummary } from '#src/student/testmoments/testmoment-choices.ts'
import { moment, status } from '#tests/screens/support/student.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { subscribe } from '#tests/support/push/subscribe.ts'
import { tokenFor } from './oeapi/oeapi-stage.ts'

// The set-up of API tests has loaded the rule already.
vi.hoisted(() => vi.resetModules())

/** Planted into the rule alone: students choose and leave until 24 hours before the day of a moment. */
vi.mock('#domain/enrollments/closing.rules.ts', async (original) => {
  const { hasClosed } = await original<typeof import('#domain/enrollments/closing.rules.ts')>()
  const { startOfDay } = await import('#domain/calendar/amsterdam.ts')
  const planted: typeof hasClosed = (given, passed) =>
    passed(startOfDay(Object(given).date) - DAY_MS) || hasClosed(given, passed)
  return { hasClosed: planted }
})
vi.mock('#src/offline/connection-waits.ts', () => ({ useWaitReason: () => undefined }))

const [HOUR, DAY_MS] = [3_600_000, 86_400_000]

/** Closes by the planted rule on 30 November at midnight; nobody planned a closing. */
const exam = moment(1, '2026-12-01', { seats: 1 })
const CLOSING = '2026-11-29T23:00:00.000Z'
const [before, after] = [Date.parse(CLOSING) - HOUR, Date.parse(CLOSING)]
const openingLate = moment(2, '2026-12-01', {
  enrollments_enabled: false,
  enrollments_open_at: '2026-11-30T08:00:00.000Z',
  _links: {},
})

describe('a rule that closes a day ahead changes every promise to a student', () => {
  it('of what can be chosen and left, until when, and when that changes', () => {
    expect([canBeChosen(exam, before), canBeChosen(exam, after)]).toEqual([true, false])
    expect([canBeLeft(exam, before), canBeLeft(exam, after)]).toEqual([true, false])
    expect(closesAt(exam, before)).toBe(CLOSING)
    expect(chosenUntilText(exam, before)).toBe('tot ma 30 nov om 00:00')
    expect(leftUntilText(exam, before)).toBe('tot ma 30 nov om 00:00')
    expect(plannedChange(exam, before)).toEqual({ change: 'closing', at: CLOSING })
    expect(nextChange([exam], before)).toBe(after)
  })

  it('of an opening that comes too late, which is none', () => {
    expect(opensAt(openingLate)).toBeNull()
    expect(plannedChange(openingLate, before)).toBeNull()
    expect(announcedMoments([status('WIS1')], [openingLate])).toEqual([])
    const early = { ...openingLate, enrollments_open_at: '2026-11-28T08:00:00.000Z' }
    expect(announcedMoments([status('WIS1')], [early])).toHaveLength(1)
  })

  const summaryAt = (now: number) => testmomentSummary(exam, { statuses: [status('WIS1')], now })
  it('of the list of moments and the start', () => {
    expect([groupOf(summaryAt(before)), groupOf(summaryAt(after))]).toEqual(['ahead', 'settled'])
    expect(summaryAt(after)).toMatchObject({ obstacle: 'closed', isChangeable: false, planned: null })
    expect(choosableMoments([status('WIS1')], [exam], before)).toHaveLength(1)
    expect(choosableMoments([status('WIS1')], [exam], after)).toEqual([])
    expect(comingTests([status('WIS1', [exam])], after)).toMatchObject([{ leaving: { allowed: false } }])
  })

  it('of news about an opening, which can no longer come', () => {
    const shut = { ...exam, enrollments_enabled: false }
    expect([mayStillOpen(shut, before), mayStillOpen(shut, after), mayStillOpen(exam, before)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('of chances to take a test again', () => {
    const failed: TakenTest = {
      ...{ id: 9, testmoment_id: 9, schoolyear_name: '2026-2027', module_id: 1, module_name: 'WIS1' },
      testmoment: { date: '2026-11-10', duration: 'day', location: null, starts_at: null, ends_at: null },
      ...{ module_description: '', presence: null, published_at: null, corrected: false, is_completed: false },
      result: { outcome: 'failed', grade: 40 },
    }
    const kindAt = (now: number, testmoments: Testmoment[] = [exam]) => {
      const statuses = [status('WIS1')]
      const choices = statuses.flatMap((one) => enrollmentChoices(one, { statuses, testmoments, now }))
      return chanceOf(failed, choices, now).kind
    }
    expect([kindAt(before), kindAt(after), kindAt(before, [openingLate])]).toEqual(['open', 'closed', 'closed'])
  })

  const entry: WaitingEntry = {
    ...{ id: 21, user_id: 1, testmoment_id: 1, module_id: 1, module_name: 'WIS1', moves: false, place: 4 },
    created_at: '2026-11-20T08:00:00.000Z',
    _links: {},
  }
  it('of the waiting list, which stands still', () => {
    const facts = momentFactsOf(exam)
    expect([standstillOf(facts, before), standstillOf(facts, after)]).toEqual([null, 'enrollments-closed'])
    const module = { id: 1, active: true, in_department: true, is_completed: false }
    const promoted = (now: number) => mayBePromoted({ moment: facts, module, enrollments: [], moves: false, now })
    expect([promoted(before), promoted(after)]).toEqual([true, false])
    const seats: SeatsReply = {
      entities: [{ testmoment_id: 1, seats: 1, free: 0, waiting: 4 }],
      waiting: [entry],
      outcomes: [],
      _links: {},
    }
    const shown = (now: number) => {
      const statuses = [status('WIS1')]
      const [choice] = statuses.flatMap((one) => enrollmentChoices(one, { statuses, testmoments: [exam], seats, now }))
      if (!choice || choice.enrollment) throw new Error('The moment is not offered')
      expect(offeredWish(choice)?.wish).not.toBe('waiting')
      return renderToStaticMarkup(createElement(WaitingStatus, { entry, choice, now }))
    }
    expect(shown(before)).not.toContain('staat stil')
    expect(shown(after)).toContain('De wachtlijst staat stil')
  })

  it('of pushes and messages', () => {
    const HREF = 'https://school.example'
    expect(pushAboutMoment('opening', exam, HREF, before).notification.body).toContain('ma 30 nov om 00:00')
    expect(deadlineOf(exam, before)).toBe(after)
    expect(closingToRemindOf(exam, before)).toBe(CLOSING)
    expect(closingToRemindOf(exam, after - 25 * HOUR)).toBeNull()
    // A day later is a day more to change one's mind, and a day earlier one less, without a planned closing.
    const fields = { ...exam, date: '2026-12-02' }
    expect(closesEarlier({ before: fields, after: exam, now: before })).toBe(true)
    expect(closesEarlier({ before: exam, after: fields, now: before })).toBe(false)
  })

  it('and of what teachers see of it', () => {
    const managed = { ...exam, students: 0, schoolyear_id: 1, waiting: 0 } as unknown as Parameters<
      typeof tileStateOf
    >[0]
    expect([tileStateOf(managed, before), tileStateOf(managed, after)]).toEqual(['open', 'closed'])
    expect(labelOf(managed, before)).toContain('open, Sluit ma 30 nov om 00:00')
    expect(labelOf(managed, after)).toContain('gesloten')
  })
})

describeOnEachDatabase('a rule that closes a day ahead changes what the servers say', (open) => {
  const stage = openStage(open)
  /** The school's open moment is on 20 March. */
  const closing = Date.parse('2026-03-18T23:00:00.000Z')
  const at = (now: number) => {
    stage.api.clock.now = now
    return now
  }
  beforeEach(async () => {
    for (const table of ['push_job', 'push_reminder', 'outbox'] as const)
      await stage.database.kysely.deleteFrom(table).execute()
  })

  const listSchema = z.object({ items: z.array(z.record(z.string(), z.unknown())) })
  const statesOf = async (query = '') => {
    const token = await tokenFor(stage.api, connectionScopes)
    const itemsOf = async (path: string) =>
      listSchema.parse((await stage.api.ask(`GET /oeapi/v6${path}`, { token })).body).items
    const years = (await itemsOf('/academic-sessions')).map(({ academicSessionId }) => academicSessionId)
    const lists = await Promise.all(
      years.map((id) => itemsOf(`/academic-sessions/${id}/test-component-offerings?pageSize=250${query}`)),
    )
    return lists
      .flat()
      .filter(({ primaryCode }) => JSON.stringify(primaryCode).includes('2026-03-20'))
      .map(({ state }) => state)
  }
  test('a connection: state, filter and end of the period', async () => {
    at(closing - 1)
    const offered = (await statesOf()).length
    expect(offered).toBeGreaterThan(0)
    expect(new Set(await statesOf())).toEqual(new Set(['active']))
    expect(await statesOf('&state=active')).toHaveLength(offered)
    at(closing)
    expect(new Set(await statesOf())).toEqual(new Set(['inactive']))
    expect(await statesOf('&state=active')).toEqual([])
    expect(await statesOf('&filter_query[state][in]=inactive')).toHaveLength(offered)
  })

  test('a reminder goes out a day before, though nobody planned a closing, and once', async () => {
    const { database, school } = stage
    await database.kysely
      .updateTable('testmoment')
      .set({ enrollments_enabled: false })
      .where('id', '!=', school.moments.open)
      .execute()
    await subscribe(database, school.users.sam)
    const remind = async (now: number) => {
      await planReminders(database, at(now))
      return announceDue({ database, clock: () => now, log: { info: () => undefined, warn: () => undefined } })
    }
    expect(await remind(closing - 24 * HOUR - 1)).toBe(0)
    expect(await remind(closing - 24 * HOUR)).toBe(1)
    expect(await remind(closing - 23 * HOUR)).toBe(0)
    expect(await remind(closing)).toBe(0)
  })

  test('lines that move, links of lists, and the answer to who asks too late', async () => {
    const { database, school } = stage
    const [testmoment_id, module_id, user_id] = [school.moments.open, school.modules.ALG, school.users.sam]
    const created_at = '2026-03-01T09:00:00.000Z'
    await database.kysely
      .insertInto('waiting_entry')
      .values({ testmoment_id, module_id, user_id, created_at })
      .execute()
    expect(await listMovingLines(database.kysely, closing - 1)).toEqual([testmoment_id])
    expect(await listMovingLines(database.kysely, closing)).toEqual([])
    at(closing)
    const listed = z.object({
      entities: z.array(z.object({ id: z.int(), _links: z.object({ enroll: z.unknown().optional() }) })),
    })
    const { body } = await stage.as.sam(`GET /user/${user_id}/testmoments`)
    expect(listed.parse(body).entities.find(({ id }) => id === testmoment_id)?._links.enroll).toBeUndefined()
    const refused = await stage.as.sam('POST /enrollment', { testmoment_id, module_id, user_id })
    expect(refused).toMatchObject({ status: 422, body: { reason: 'enrollments-closed' } })
  })
})
