import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Endpoint, ListReply } from '#contract/endpoint.ts'
import type { Api } from '#src/api/api.ts'
import { Button } from '#src/ui/button.tsx'
import type { Order } from '#src/ui/table.tsx'
import { keepList, keptList } from './kept-list.tsx'
import styles from './list-page.module.css'

export interface PagedList<Entity> {
  entities: readonly Entity[]
  hasMore: boolean
  isLoading: boolean
  /** the first one that the last page brought: the focus goes there, for what asked for that page is gone */
  arrived: Entity | undefined
  /** adds the next page; what fails is given to `onFailed`, and may be tried again */
  loadMore: () => void
  /** as the server sorts all of it, also what was not loaded */
  ordering: { order: Order | null; onOrder: (order: Order | null) => void }
  /** called with the row that gets the focus: a user who comes back finds it there */
  onFocusRow: (entity: Entity) => void
}

type Page<Entity> = ListReply<Entity>

interface PagedListOptions<Entity, Sort extends string> {
  api: Api
  target: Endpoint
  /** the first page, from the loader; a new one brings the whole list up to date, as far as it was loaded */
  first: Page<Entity>
  /** the first page in another order: 'name', or '-name' from behind */
  loadSorted?: (sort: Sort) => Promise<Page<Entity>>
  /** what was just made: the list is loaded as far as it stands */
  upTo?: number | undefined
  onFailed: (error: unknown) => void
  /** of a screen that has another one */
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
  onFailed,
  name,
}: PagedListOptions<Entity, Sort>): PagedList<Entity> {
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

  const entities = pages.flatMap((page) => page.entities)
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
const sortOf = <Sort extends string>({ key, direction }: Order) =>
  (direction === 'descending' ? `-${key}` : key) as Sort

/** As many pages as there were, or up to what was just made; fewer when the list became shorter. */
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

interface LoadMoreButtonProps {
  list: Pick<PagedList<unknown>, 'hasMore' | 'isLoading' | 'loadMore'>
  /** e.g. 'Meer gebruikers laden' */
  children: string
}

export const LoadMoreButton = ({ list, children }: LoadMoreButtonProps) =>
  list.hasMore && (
    <div className={styles.more}>
      <Button busy={list.isLoading} onClick={list.loadMore}>
        {children}
      </Button>
    </div>
  )
