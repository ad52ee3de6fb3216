import { useRouter } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Endpoint, ListReply } from '#contract/endpoint.ts'
import type { Api } from '#src/api/api.ts'
import { askLatest } from '#src/api/latest-answer.ts'
import { useApi } from '#src/api/use-api.ts'
import { PaneList } from '#src/parts/panes.tsx'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import type { Order } from '#src/ui/table.tsx'
import { keepList, keptList } from './kept-list.tsx'
import { type ListRows, LoadMoreButton } from './list-page.tsx'

type Page<Entity> = ListReply<Entity>

interface PagedListOptions<Entity, Sort extends string> {
  target: Endpoint
  /** first page, from the loader; a new one reloads the whole list, as far as it was loaded */
  first: Page<Entity>
  /** loads the first page in another order: 'name', or '-name' for descending */
  loadSorted?: (sort: Sort) => Promise<Page<Entity>>
  /** id of the newest record: pages are loaded until it is there */
  upTo?: number | undefined
  /** sentence for a page or order that failed to load; the user can try again */
  failed: string
  /** name of the list, where its screen has two */
  name?: string
}

/** Most pages that are loaded to show a new record. */
const MOST_PAGES = 50

/** Loads a list page by page. Another list (search, year) needs another `key` on the component. */
export function usePagedList<Entity extends { id: number }, Sort extends string = never>({
  target,
  first,
  loadSorted,
  upTo,
  failed,
  name,
}: PagedListOptions<Entity, Sort>): ListRows<Entity> {
  const api = useApi()
  const notify = useNotify()
  const router = useRouter()
  const [kept] = useState(() => keptList<Page<Entity>>(router, name))
  const [pages, setPages] = useState<readonly Page<Entity>[]>(kept?.pages ?? [first])
  const [order, setOrder] = useState<Order | null>(kept?.order ?? null)
  const [isLoading, setIsLoading] = useState(false)
  const [arrived, setArrived] = useState<Entity>()
  const focused = useRef(kept?.focused)
  const shownFirst = useRef(kept ? null : first)

  useEffect(() => keepList(router, { pages, order, focused: focused.current }, name), [router, pages, order, name])

  const isThere = upTo === undefined || pages.some(({ entities }) => entities.some(({ id }) => id === upTo))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new first page or a missing record reloads the list
  useEffect(() => {
    if (shownFirst.current === first && isThere) return
    const reload = async () => {
      const start = order && loadSorted ? await loadSorted(sortOf<Sort>(order)) : first
      return reloadPages(api, { target, first: start, count: pages.length, upTo })
    }
    shownFirst.current = first
    return askLatest({ ask: reload, onAnswer: setPages, onFailure: () => !order && setPages([first]) })
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

/** Sort parameter for the server: sortable columns have the server's names. */
export const sortOf = <Sort extends string>({ key, direction }: Order) =>
  (direction === 'descending' ? `-${key}` : key) as Sort

/** Reloads as many pages as were loaded, or up to the newest record; fewer when the list became shorter. */
async function reloadPages<Entity extends { id: number }>(
  api: Api,
  {
    target,
    first,
    count,
    upTo,
  }: Pick<PagedListOptions<Entity, never>, 'target' | 'first' | 'upTo'> & { count: number },
): Promise<Page<Entity>[]> {
  const pages = [first]
  const isMissing = () => !pages.some(({ entities }) => entities.some(({ id }) => id === upTo))
  const isWanted = () => pages.length < count || (upTo !== undefined && pages.length < MOST_PAGES && isMissing())
  for (let next = first._links.next; next && isWanted(); next = pages.at(-1)?._links.next)
    pages.push(await follow(api, target, next))
  return pages
}

/** A `next` link leads to a page of the same type as its own. */
const follow = <Entity,>(api: Api, target: Endpoint, link: NonNullable<Page<Entity>['_links']['next']>) =>
  api.follow(target, link) as Promise<Page<Entity>>

interface PagedPaneProps<Entity> extends Pick<PagedListOptions<Entity, never>, 'target' | 'first' | 'failed'> {
  name?: string
  more: string
  /** renders a `PaneLink` */
  item: (entity: Entity) => ReactNode
}

/** A list beside the chosen record. */
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
