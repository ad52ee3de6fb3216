import { type AnyRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { endpoint, type ListReply } from '#contract/endpoint.ts'
import type { Api } from '#src/api/api.ts'
import { ApiContext } from '#src/api/use-api.ts'
import { useFoundList } from '#src/parts/list-page/found-list.tsx'
import { usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { groupOf, useTicks } from '#src/parts/many/ticks.tsx'
import { useFocusAfter } from '#src/parts/use-focus-after.ts'
import { useFollowed } from '#src/parts/use-followed.ts'
import { usePlaces } from '#src/parts/use-places.ts'
import { NotifyContext } from '#src/toasts/toasts-context.ts'
import { runHook } from './support/hook.ts'

afterEach(() => vi.unstubAllGlobals())

interface Row {
  id: number
}
const rowsOf = (...ids: number[]): Row[] => ids.map((id) => ({ id }))
const idsOf = ({ entities }: { entities: readonly Row[] }) => entities.map(({ id }) => id)
const linkTo = (next: string | undefined) => ({ ...(next && { next: { method: 'GET' as const, href: next } }) })
const page = (ids: number[], next?: string): ListReply<Row> => ({ entities: rowsOf(...ids), _links: linkTo(next) })
/** The first page that a screen shows. */
const HUNDRED = Array.from({ length: 100 }, (_, id) => id)
const byName = { key: 'name', direction: 'descending' } as const

/** Answers in the order in which a test gives them. */
function waiting<Asked, Answer>() {
  const asked: (PromiseWithResolvers<Answer> & { question: Asked })[] = []
  const ask = (question: Asked) => {
    const answer = Promise.withResolvers<Answer>()
    asked.push({ ...answer, question })
    return answer.promise
  }
  return { asked, ask }
}

/** The screens that the back button passes. */
const routerAt = (entry: string) => {
  const location = { state: { __TSR_key: entry, __TSR_index: 0 }, href: '/admin/users', pathname: '/admin/users' }
  return { state: { location }, options: {}, subscribe: () => () => undefined }
}

describe('a list that comes page by page', () => {
  async function screen({
    first = page([1, 2], '/2'),
    upTo = undefined as number | undefined,
    router = routerAt('a'),
    name = '',
  } = {}) {
    const pages = waiting<{ href: string }, ListReply<Row>>()
    const sorted = waiting<string, ListReply<Row>>()
    const toasts: string[] = []
    const api = { follow: (_: unknown, link: { href: string }) => pages.ask(link) } as unknown as Api
    const around = (children: ReactNode) => (
      <RouterContextProvider router={router as unknown as AnyRouter}>
        <NotifyContext value={(_, text) => void toasts.push(text)}>
          <ApiContext value={api}>{children}</ApiContext>
        </NotifyContext>
      </RouterContextProvider>
    )
    const use = ({ first, upTo }: { first: ListReply<Row>; upTo: number | undefined }) =>
      usePagedList<Row, string>({
        ...{ target: endpoint('GET', '/user'), first, upTo, loadSorted: sorted.ask, failed: 'Niet geladen', name },
      })
    const hook = await runHook(use, { first, upTo }, around)
    return {
      ...hook,
      pages: pages.asked,
      sorted: sorted.asked,
      toasts,
      order: (by: typeof byName | null) => hook.does((list) => void list.ordering.onOrder(by)),
      ask: () => hook.does((list) => void list.loadMore()),
      givePage: (given: ListReply<Row>) => hook.does(() => pages.asked.at(-1)?.resolve(given)),
      giveSorted: (given: ListReply<Row>) => hook.does(() => sorted.asked.at(-1)?.resolve(given)),
    }
  }

  it('asks for the next page once, adds it, and moves the focus to it where the button goes', async () => {
    const { ask, givePage, pages, now } = await screen()
    await ask()
    await ask()
    expect([pages.map(({ question }) => question.href), now().isLoading]).toEqual([['/2'], true])
    await givePage(page([3], '/3'))
    expect([idsOf(now()), now().hasMore, now().arrived, now().isLoading]).toEqual([[1, 2, 3], true, undefined, false])
    await ask()
    await givePage(page([4, 5]))
    expect([idsOf(now()), now().hasMore, now().arrived]).toEqual([[1, 2, 3, 4, 5], false, { id: 4 }])
  })

  it('says that a page failed, keeps what it has, and lets it be asked again', async () => {
    const { ask, does, pages, toasts, now } = await screen()
    await ask()
    await does(() => pages[0]?.reject(new Error('away')))
    expect([toasts.length, idsOf(now()), now().isLoading]).toEqual([1, [1, 2], false])
    await ask()
    expect(pages).toHaveLength(2)
  })

  it('begins again in another order, which shows once it is there', async () => {
    const { ask, givePage, order, giveSorted, does, sorted, toasts, now } = await screen()
    await ask()
    await givePage(page([3], '/3'))
    await order(byName)
    expect([sorted[0]?.question, now().ordering.order, idsOf(now())]).toEqual(['-name', null, [1, 2, 3]])
    await giveSorted(page([9, 8], '/9'))
    expect([idsOf(now()), now().ordering.order]).toEqual([[9, 8], byName])
    await order({ ...byName, key: 'date' } as never)
    await does(() => sorted[1]?.reject(new Error('away')))
    expect([idsOf(now()), now().ordering.order, toasts.length]).toEqual([[9, 8], byName, 1])
    await order(null)
    expect([idsOf(now()), now().ordering.order]).toEqual([[1, 2], null])
  })

  it('is loaded again as far as it was, in its order, when its screen is', async () => {
    const { ask, givePage, give, order, giveSorted, pages, sorted, now } = await screen()
    await ask()
    await givePage(page([3], '/3'))
    const renewed = page([0, 1], '/1')
    await give({ first: renewed, upTo: undefined })
    expect([pages.at(-1)?.question.href, idsOf(now())]).toEqual(['/1', [1, 2, 3]])
    await givePage(page([2, 3]))
    expect([idsOf(now()), pages.length]).toEqual([[0, 1, 2, 3], 2])
    await order(byName)
    await giveSorted(page([3, 2]))
    await give({ first: page([0, 1]), upTo: undefined })
    expect(sorted.map(({ question }) => question)).toEqual(['-name', '-name'])
    await giveSorted(page([4, 3]))
    expect(idsOf(now())).toEqual([4, 3])
  })

  it('takes no page of the list before it was loaded again', async () => {
    const { ask, give, does, pages, now } = await screen()
    await ask()
    await give({ first: page([7]), upTo: undefined })
    expect(idsOf(now())).toEqual([7])
    await does(() => pages[0]?.resolve(page([3])))
    expect(idsOf(now())).toEqual([7])
  })

  it('is loaded up to what was just made', async () => {
    const { give, givePage, pages, now } = await screen()
    const renewed = page([1, 2], '/2')
    await give({ first: renewed, upTo: 4 })
    await givePage(page([3], '/3'))
    await givePage(page([4], '/4'))
    expect([idsOf(now()), pages.length]).toEqual([[1, 2, 3, 4], 2])
  })

  it('is as it was left, with its order, for who comes back to it, and new on another visit', async () => {
    const router = routerAt('b')
    const { order, giveSorted, does, leave } = await screen({ router })
    await order(byName)
    await giveSorted(page([9, 8], '/9'))
    await does((list) => list.onFocusRow?.({ id: 8 }))
    await leave()
    const again = await screen({ router })
    expect([idsOf(again.now()), again.now().ordering.order]).toEqual([[9, 8], byName])
    expect(idsOf((await screen({ router, name: 'beside' })).now())).toEqual([1, 2])
    expect(idsOf((await screen({ router })).now())).toEqual([9, 8])
    router.state.location.state.__TSR_key = 'c'
    expect(idsOf((await screen({ router })).now())).toEqual([1, 2])
  })
})

describe('a list that the screen asks for', () => {
  interface Asked {
    paging: number
    sort: string | undefined
    search: string
  }
  async function screen() {
    const { asked, ask } = waiting<Asked, ReturnType<typeof counted>>()
    const pages = waiting<{ href: string }, ReturnType<typeof counted>>()
    const use = ({ search, renewedBy }: { search: string; renewedBy: object }) =>
      useFoundList<Row, number, string>({
        question: { search },
        load: (paging, sort) => ask({ paging, sort, search }),
        follow: pages.ask,
        renewedBy,
      })
    const renewedBy = {}
    const hook = await runHook(use, { search: '', renewedBy })
    return {
      ...hook,
      asked,
      pages: pages.asked,
      search: (search: string) => hook.give({ search, renewedBy }),
      answer: (ids: number[], { next = undefined as string | undefined, at = asked.length - 1 } = {}) =>
        hook.does(() => asked[at]?.resolve(counted(ids, next))),
      fail: () => hook.does(() => asked.at(-1)?.reject(new Error('away'))),
      more: () => hook.does((list) => void list.loadMore()),
    }
  }
  const counted = (ids: number[], next?: string) => ({ ...page(ids, next), counts: ids.length })

  it('keeps its rows until those of another question come, and says that they are of the one before', async () => {
    const { search, answer, asked, now } = await screen()
    expect([now().shown, now().isLoading]).toEqual([null, true])
    await answer([1, 2])
    expect([idsOf(now()), now().counts, now().isOutdated]).toEqual([[1, 2], 2, false])
    await search('jansen')
    expect([idsOf(now()), now().isOutdated]).toEqual([[1, 2], true])
    await answer([3])
    expect([idsOf(now()), now().isOutdated, asked.length]).toEqual([[3], false, 2])
  })

  it('drops a late answer to an earlier question', async () => {
    const { search, answer, now } = await screen()
    await search('jansen')
    await answer([3])
    await answer([1, 2], { at: 0 })
    expect(idsOf(now())).toEqual([3])
  })

  it('that fails keeps its rows, says so, and says it no more once it came', async () => {
    const { search, answer, fail, does, now } = await screen()
    await answer([1, 2])
    await search('jansen')
    await fail()
    expect([idsOf(now()), now().failure === null, now().isLoading]).toEqual([[1, 2], false, false])
    await does((list) => list.retry())
    expect(now().isLoading).toBe(true)
    await answer([3])
    expect([idsOf(now()), now().failure]).toEqual([[3], null])
  })

  it('is sorted by the server', async () => {
    const { answer, does, asked, now } = await screen()
    await answer([1, 2])
    await does((list) => list.ordering.onOrder(byName))
    expect(asked[1]?.question).toMatchObject({ sort: '-name' })
    await answer([2, 1])
    expect([idsOf(now()), now().ordering.order]).toEqual([[2, 1], byName])
  })

  it('asks for more once, and takes none of another question', async () => {
    const { answer, more, search, does, pages, now } = await screen()
    await answer(HUNDRED, { next: '/2' })
    await more()
    await more()
    expect([pages.length, now().isLoading]).toEqual([1, true])
    await does(() => pages[0]?.resolve(counted([100], '/3')))
    expect([now().entities.length, now().isLoading, now().hasMore]).toEqual([101, false, true])
    await more()
    await search('jansen')
    await does(() => pages[1]?.resolve(counted([101])))
    expect([now().entities.length, now().isOutdated]).toEqual([101, true])
    await answer([7])
    expect([idsOf(now()), now().isOutdated]).toEqual([[7], false])
  })

  it('is asked again as far as it was loaded when its screen is, and another question from its beginning', async () => {
    const { answer, give, more, search, does, asked, pages, now } = await screen()
    await answer(HUNDRED, { next: '/2' })
    await more()
    await does(() => pages[0]?.resolve(counted([100, 101])))
    expect([now().entities.length, now().hasMore]).toEqual([102, false])
    await give({ search: '', renewedBy: {} })
    expect(asked.at(-1)?.question.paging).toBe(102)
    // The server gives no more than a hundred of them at once.
    await answer(HUNDRED, { next: '/2' })
    await does(() => pages[1]?.resolve(counted([100, 101])))
    expect(now().entities).toHaveLength(102)
    await search('jansen')
    expect(asked.at(-1)?.question.paging).toBe(100)
  })
})

describe('the rows that are ticked', () => {
  const ticking = () => runHook(({ found, search }) => useTicks(found, { search }), { found: 10, search: '' })
  it('stay so over another search, one by one', async () => {
    const { does, give, now } = await ticking()
    await does((ticks) => ticks.toggle(1))
    await does((ticks) => ticks.tick([2, 3]))
    await give({ found: 10, search: 'jansen' })
    expect([now().count, now().has(2), now().has(4)]).toEqual([3, true, false])
    await does((ticks) => ticks.toggle(2))
    expect(groupOf(now().ticked, {})).toEqual({ by: 'users', user_ids: [1, 3] })
    await does((ticks) => ticks.clear())
    expect(now().count).toBe(0)
  })

  it('are all that were found, save those unticked, and none once another filter finds others', async () => {
    const { does, give, now } = await ticking()
    await does((ticks) => ticks.tickAll())
    expect([now().count, now().isAll, now().has(7)]).toEqual([10, true, true])
    await does((ticks) => ticks.toggle(7))
    expect([now().count, now().isAll, now().has(7)]).toEqual([9, false, false])
    expect(groupOf(now().ticked, { search: '' })).toEqual({ by: 'filter', filter: { search: '' }, except: [7] })
    await give({ found: 3, search: 'jansen' })
    expect([now().count, now().has(1)]).toEqual([0, false])
  })

  it('are those that are shown, where those are ticked after all', async () => {
    const { does, now } = await ticking()
    await does((ticks) => ticks.tickAll())
    await does((ticks) => ticks.toggle(7))
    await does((ticks) => ticks.tick([1, 2]))
    expect(groupOf(now().ticked, {})).toEqual({ by: 'users', user_ids: [1, 2] })
  })

  it('may be a range from the one before, and lose those that may not be ticked', async () => {
    const { does, now } = await ticking()
    const shown = [5, 6, 7, 8]
    await does((ticks) => ticks.toggle(5, shown))
    await does((ticks) => ticks.toggle(6))
    await does((ticks) => ticks.toggle(8, shown))
    expect([5, 6, 7, 8].filter(now().has)).toEqual([5, 6, 7, 8])
    await does((ticks) => ticks.toggle(7, shown))
    expect([5, 6, 7, 8].filter(now().has)).toEqual([5, 6])
    await does((ticks) => ticks.keepOnly((id) => id === 6))
    expect([now().count, now().has(6)]).toEqual([1, true])
  })
})

describe('a choice that the address holds', () => {
  it('shows at once, and stays until the address has it', async () => {
    const { asked, ask } = waiting<string, void>()
    const { does, give, now } = await runHook((addressed: string) => useFollowed(addressed, ask), 'name' as string)
    await does(([, choose]) => choose('date'))
    expect([now()[0], asked.map(({ question }) => question)]).toEqual(['date', ['date']])
    await give('date')
    await does(() => asked[0]?.resolve())
    expect(now()[0]).toBe('date')
    await does(([, choose]) => choose('room'))
    await does(() => asked[1]?.resolve())
    expect(now()[0]).toBe('date')
  })
})

describe('rows that stay where they were first seen', () => {
  it('until another visit: new ones come last, and who left leaves its place', async () => {
    const { give, now } = await runHook(({ ids, visit }) => usePlaces(rowsOf(...ids), visit), { ids: [3, 1], visit: 0 })
    const places = () => now().map(({ first, now }) => [first.id, now !== undefined])
    await give({ ids: [1, 2, 3], visit: 0 })
    expect(places()).toEqual([
      [3, true],
      [1, true],
      [2, true],
    ])
    await give({ ids: [1, 2], visit: 0 })
    expect(places()[0]).toEqual([3, false])
    await give({ ids: [1, 2], visit: 1 })
    expect(places()).toEqual([
      [1, true],
      [2, true],
    ])
  })
})

describe('the focus of a control that disappears by its own effect', () => {
  const row = async (focusedElsewhere = false) => {
    let focused = 0
    const place = { focus: () => focused++ } as unknown as HTMLElement
    const hook = await runHook((news: number) => useFocusAfter(news, () => place), 1 as number)
    if (focusedElsewhere) Object.assign(document, { activeElement: {} })
    return { ...hook, press: () => hook.does((press) => press()), focused: () => focused }
  }
  it('goes to its place once it is gone, and only then', async () => {
    const { press, give, focused } = await row()
    await give(2)
    expect(focused()).toBe(0)
    await press()
    expect(focused()).toBe(0)
    await give(3)
    expect(focused()).toBe(1)
    await give(4)
    expect(focused()).toBe(1)
  })
  it('stays where a person has moved it meanwhile', async () => {
    const { press, give, focused } = await row(true)
    await press()
    await give(2)
    expect(focused()).toBe(0)
  })
})
