import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { calendarFile } from '#domain/enrollments/calendar-file.ts'
import type { TakenTest } from '#domain/results/result.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ApiContext } from '#src/api/use-api.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import type { ConnectionActor } from '#src/offline/connection.machine.ts'
import { ConnectionContext } from '#src/offline/connection-view.tsx'
import { joinedCalendars, TestActions } from '#src/parts/test-actions.tsx'
import { ModuleList } from '#src/student/modules/module-list.tsx'
import { announcedMoments, choosableMoments, comingTests, isSettled } from '#src/student/modules/modules-overview.ts'
import { newestResult } from '#src/student/modules/news.tsx'
import { NotifyContext } from '#src/toasts/toasts-context.ts'
import { moment, NOW, only, status } from './support/student.ts'

const past = moment(1, '2026-11-19')
const closed = moment(2, '2026-11-24', { enrollments_enabled: false })
const soon = moment(3, '2026-12-01')
const later = moment(4, '2026-12-15', { duration: 'week' })

/** The server, by whose clock the moment has closed, gives no link to leave it by. */
const withoutLink = (taken: ReturnType<typeof status>): ReturnType<typeof status> => ({
  ...taken,
  enrollments: Object.fromEntries(
    Object.entries(taken.enrollments).map(([id, held]) => [
      id,
      { ...held, enrollment: { ...held.enrollment, _links: {} } },
    ]),
  ),
})

const names = (modules: { name: string }[]) => modules.map(({ name }) => name)

describe('the coming tests, of which the first screen shows the next', () => {
  it('are the coming moments, the first one first, each with all that the student takes there', () => {
    const statuses = [status('WIS1', [later]), status('STAT', [closed]), status('ALG', [later])]
    const tests = comingTests(statuses, NOW)
    expect(tests.map(({ testmoment, modules }) => [testmoment.id, names(modules)])).toEqual([
      [2, ['STAT']],
      [4, ['WIS1', 'ALG']],
    ])
  })

  it('leave out what has been', () => {
    expect(comingTests([status('WIS1', [past])], NOW)).toEqual([])
  })

  it('leave out a test of which a result was noted on its own day', () => {
    const graded = status('WIS1', [soon])
    for (const { enrollment } of Object.values(graded.enrollments)) enrollment.has_record = true
    expect(comingTests([graded, status('STAT', [later])], NOW).map(({ testmoment }) => testmoment.id)).toEqual([4])
  })
})

describe('a coming test', () => {
  const leaving = (...statuses: Parameters<typeof comingTests>[0]) => comingTests(statuses, NOW)[0]?.leaving

  it('can be given up while its moment is open and the server says how', () => {
    expect(leaving(status('WIS1', [soon]))).toEqual({ allowed: true })
    expect(leaving(status('WIS1', [closed]))).toEqual({ allowed: false, refusal: 'enrollments-closed' })
    expect(leaving(withoutLink(status('WIS1', [soon])))).toEqual({ allowed: false, refusal: 'enrollments-closed' })
  })

  it('can be given up as long as one of its modules can', () => {
    expect(leaving(withoutLink(status('WIS1', [soon])), status('STAT', [soon]))).toEqual({ allowed: true })
  })

  it('settles its module, unless the server has yet to answer', () => {
    const asked = { wish: 'unenrolled', testmoment: soon, from_id: null } as const
    expect(
      [status('WIS1'), status('WIS1', [past]), status('WIS1', [soon])].map((each) => isSettled(each, NOW)),
    ).toEqual([false, false, true])
    expect(isSettled({ ...status('WIS1', [soon]), unanswered: asked }, NOW)).toBe(false)
  })
})

it('goes into a calendar as one file, whatever number of modules', () => {
  const frame = { publicUrl: 'https://toetsen.example', now: NOW }
  const file = (id: number, name: string) =>
    calendarFile({ id, sequence: 0, moment: soon, module: { id, name, description: '' } }, frame)
  expect(joinedCalendars([file(1, 'WIS1')])).toBe(file(1, 'WIS1'))
  const joined = joinedCalendars([file(1, 'WIS1'), file(2, 'STAT')])
  expect(joined.match(/^(BEGIN|END|SUMMARY):.+$/gm)).toEqual([
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY:Wiskundetoets WIS1',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'SUMMARY:Wiskundetoets STAT',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
})

it('the list of modules is searched where there are thirteen', () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  // No card reads them here.
  const lists = {} as StudentLists
  const modules = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ ...status('WIS1'), module: { id, name: 'WIS', description: '' } }))
  const html = (count: number) =>
    renderToStaticMarkup(
      createElement(
        RouterContextProvider,
        { router } as ComponentProps<typeof RouterContextProvider>,
        createElement(ModuleList, {
          ...{ statuses: modules(count), testmoments: [], seats: null, lists, next: null, now: NOW },
        }),
      ),
    )
  expect(html(12)).not.toContain('searchShape')
  expect(html(13)).toContain('searchShape')
})

describe('Nu te kiezen', () => {
  const open = (statuses: Parameters<typeof choosableMoments>[0], moments = [later, soon, closed]) =>
    choosableMoments(statuses, moments, NOW).map(({ testmoment, choosable }) => [testmoment.id, names(choosable)])

  it('are the open moments with what may still be chosen there', () => {
    expect(open([status('WIS1'), status('STAT', [later])])).toEqual([
      [3, ['WIS1']],
      [4, ['WIS1']],
    ])
  })

  it('leave out a moment at which nothing is left to choose', () => {
    const full = moment(5, '2026-12-02', { max_enrollments: 1 })
    const foreign = moment(6, '2026-12-03', only('ALG'))
    expect(open([status('WIS1'), status('STAT', [full])], [full, foreign])).toEqual([])
  })

  it('do not offer again what is taken there already', () => {
    expect(open([status('WIS1', [soon])], [soon])).toEqual([])
  })

  it('leave out what the student has completed', () => {
    expect(open([status('WIS1', [], { is_completed: true })])).toEqual([])
  })
})

describe('Gaat straks open', () => {
  const opening = (id: number, date: string, at: string) =>
    moment(id, date, { enrollments_enabled: false, enrollments_open_at: at })
  const tomorrow = opening(7, '2026-12-08', '2026-11-22T08:00:00.000Z')
  const tonight = opening(8, '2026-12-20', '2026-11-21T19:00:00.000Z')
  const announced = (statuses: Parameters<typeof choosableMoments>[0], moments = [tomorrow, tonight, closed, soon]) =>
    announcedMoments(statuses, moments).map(({ testmoment, choosable }) => [testmoment.id, names(choosable)])

  it('are the closed moments that open by themselves, with what can be chosen then, the next to open first', () => {
    expect(announced([status('WIS1'), status('STAT', [soon])])).toEqual([
      [8, ['WIS1']],
      [7, ['WIS1']],
    ])
  })

  it('leave out a moment at which there will be nothing to choose', () => {
    expect(announced([status('WIS1', [soon])])).toEqual([])
  })
})

describe('a result', () => {
  const taken = (module_name: string, published_at: string | null): TakenTest => ({
    id: 1,
    testmoment_id: past.id,
    testmoment: past,
    schoolyear_name: '2026-2027',
    module_id: 1,
    module_name,
    module_description: '',
    presence: null,
    result: published_at === null ? null : { outcome: 'passed', grade: 75 },
    published_at,
    corrected: false,
    is_completed: false,
  })
  const newest = (...tests: TakenTest[]) => newestResult(tests, NOW)?.moduleName

  it('is news for two weeks, the one that was published last', () => {
    expect(newest(taken('STAT', '2026-11-10T09:00:00.000Z'), taken('WIS1', '2026-11-20T09:00:00.000Z'))).toBe('WIS1')
    expect(newest(taken('WIS1', '2026-11-07T09:00:01.000Z'))).toBe('WIS1')
    expect(newest(taken('WIS1', '2026-11-07T09:00:00.000Z'), taken('STAT', null))).toBeUndefined()
  })
})

it('a test is put in the calendar only while the server can be asked for the file', () => {
  const button = (isHeld: boolean) => {
    const snapshot = { hasTag: () => false, matches: () => false, context: { isHeld } }
    const actor = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => undefined }) }
    const calendars = [{ method: 'GET', href: '/calendar' } as const]
    const actions = createElement(TestActions, { moment: soon, calendars, now: NOW })
    const calling = createElement(ApiContext, { value: {} as Api }, actions)
    const told = createElement(NotifyContext, { value: () => undefined }, calling)
    return renderToStaticMarkup(createElement(ConnectionContext, { value: actor as unknown as ConnectionActor }, told))
  }
  expect(button(true)).toContain('aria-disabled="true"')
  expect(button(false)).not.toContain('aria-disabled')
})
