import { useRouter } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Endpoint, ListReply } from '#contract/endpoint.ts'
import type { Api } from '#src/api/api.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { PaneList } from '#src/parts/panes.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import type { Order } from '#src/ui/table.tsx'
import { keepList, keptList } from './kept-list.tsx'
import { type ListRows, LoadMoreButton } from './list-table.tsx'

type Page<Entity> = ListReply<Entity>

interface PagedListOptions<Entity, Sort extends string> {
  api: Api
  target: Endpoint
  /** the first page, from the loader; a new one brings the whole list up to date, as far as it was loaded */
  first: Page<Entity>
  /** the first page in another order: 'name', or '-name' from behind */
  loadSorted?: (sort: Sort) => Promise<Page<Entity>>
  /** id of the newest record: the list is loaded as far as that */
  upTo?: number | undefined
  /** said when a page or another order cannot be had; it may be tried again */
  failed: string
  /** name on a screen that has another list */
  name?: string
}

/** The most that is loaded to show what was just made. */
const MOST_PAGES = 50

/** For another list (another search, another year) give the component another `key`. */
export function usePagedList<Entity extends { id: number }, Sort extends string = never>({
  api,
  target,
  first,
  loadSorted,
  upTo,
  failed,
  name,
}: PagedListOptions<Entity, Sort>): ListRows<Entity> {
  const notify = useNotify()
  const router = useRouter()
  const [kept] = useState(() => keptList<Page<Entity>>(router, name))
  const [pages, setPages] = useState<readonly Page<Entity>[]>(kept?.pages ?? [first])
  const [order, setOrder] = useState<Order | null>(kept?.order ?? null)
  const [isLoading, setIsLoading] = useState(false)
  const [arrived, setArrived] = useState<Entity>()
  const focused = useRef(kept?.focused)
  const shown = useRef(kept ? null : first)

  useEffect(() => keepList(router, { pages, order, focused: focused.current }, name), [router, pages, order, name])

  const isThere = upTo === undefined || pages.some(({ entities }) => entities.some(({ id }) => id === upTo))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new first page is news, and what is not there yet
  useEffect(() => {
    if (shown.current === first && isThere) return
    let isOutdated = false
    const start = order && loadSorted ? loadSorted(sortOf<Sort>(order)) : Promise.resolve(first)
    start
      .then((page) => reloadPages({ api, target, first: page, count: pages.length, upTo }))
      .then(
        (reloaded) => !isOutdated && setPages(reloaded),
        () => !isOutdated && !order && setPages([first]),
      )
    shown.current = first
    return () => {
      isOutdated = true
    }
  }, [first, upTo])

  const entities = useMemo(() => pages.flatMap((page) => page.entities), [pages])
  const onFailed = (error: unknown) => notify('error', saveFailureText(error, failed))
  const next = pages.at(-1)?._links.next
  const loadMore = async () => {
    if (!next || isLoading) return
    setIsLoading(true)
    try {
      const page = await follow<Entity>(api, target, next)
      if (!page._links.next) setArrived(page.entities[0] ?? entities.at(-1))
      setPages((loaded) => (loaded === pages ? [...loaded, page] : loaded))
    } catch (error) {
      onFailed(error)
    } finally {
      setIsLoading(false)
    }
  }
  const onOrder = async (wanted: Order | null) => {
    if (isLoading) return
    setIsLoading(true)
    try {
      setPages([wanted && loadSorted ? await loadSorted(sortOf<Sort>(wanted)) : first])
      setOrder(wanted)
    } catch (error) {
      onFailed(error)
    } finally {
      setIsLoading(false)
    }
  }
  return {
    entities,
    hasMore: next !== undefined,
    isLoading,
    arrived,
    loadMore,
    ordering: { order, onOrder },
    onFocusRow: ({ id }) => {
      focused.current = id
      keepList(router, { pages, order, focused: id }, name)
    },
  }
}

/** Columns that can be sorted by are called as the server calls what it sorts by. */
export const sortOf = <Sort extends string>({ key, direction }: Order) =>
  (direction === 'descending' ? `-${key}` : key) as Sort

/** Reloads as many pages as there were, or up to the newest record; fewer when the list became shorter. */
async function reloadPages<Entity extends { id: number }>({
  api,
  target,
  first,
  count,
  upTo,
}: Pick<PagedListOptions<Entity, never>, 'api' | 'target' | 'first' | 'upTo'> & { count: number }): Promise<
  Page<Entity>[]
> {
  const pages = [first]
  const isMissing = () => !pages.some(({ entities }) => entities.some(({ id }) => id === upTo))
  const isWanted = () => pages.length < count || (upTo !== undefined && pages.length < MOST_PAGES && isMissing())
  for (let next = first._links.next; next && isWanted(); next = pages.at(-1)?._links.next)
    pages.push(await follow(api, target, next))
  return pages
}

/** The link is of a list like the one it stands in. */
const follow = <Entity,>(api: Api, target: Endpoint, link: NonNullable<Page<Entity>['_links']['next']>) =>
  api.follow(target, link) as Promise<Page<Entity>>

interface PagedPaneProps<Entity> extends Pick<PagedListOptions<Entity, never>, 'api' | 'target' | 'first' | 'failed'> {
  name?: string
  /** on the button that loads the next page */
  more: string
  /** a `PaneLink` */
  item: (entity: Entity) => ReactNode
}

/** A list that stands beside the chosen one of it. */
export function PagedPane<Entity extends { id: number }>({
  name = 'beside',
  more,
  item,
  ...options
}: PagedPaneProps<Entity>) {
  const list = usePagedList({ ...options, name })
  return (
    <>
      <PaneList>
        {list.entities.map((entity) => (
          <Fragment key={entity.id}>{item(entity)}</Fragment>
        ))}
      </PaneList>
      <LoadMoreButton list={list}>{more}</LoadMoreButton>
    </>
  )
}
