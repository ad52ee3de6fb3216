import { useEffect, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ListReply } from '#contract/list.ts'
import type { Api } from '#src/api/api.ts'

export interface PagedList<Entity> {
  entities: readonly Entity[]
  hasMore: boolean
  isLoading: boolean
  /** the first one that the last page brought: the focus goes there, for what asked for that page is gone */
  arrived: Entity | undefined
  /** adds the next page; what fails is given to `onFailed`, and may be tried again */
  loadMore: () => void
}

type Page<Entity> = ListReply<Entity>

interface PagedListOptions<Entity> {
  api: Api
  target: Endpoint
  /** the first page, from the loader; a new one brings the whole list up to date, as far as it was loaded */
  first: Page<Entity>
  onFailed: (error: unknown) => void
}

/** For another list (another search, another year) give the component another `key`. */
export function usePagedList<Entity>({ api, target, first, onFailed }: PagedListOptions<Entity>): PagedList<Entity> {
  const [pages, setPages] = useState<readonly Page<Entity>[]>([first])
  const [isLoading, setIsLoading] = useState(false)
  const [arrived, setArrived] = useState<Entity>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new first page is news
  useEffect(() => {
    if (pages[0] === first) return
    let isOutdated = false
    reloadPages({ api, target, first, count: pages.length }).then(
      (reloaded) => !isOutdated && setPages(reloaded),
      () => !isOutdated && setPages([first]),
    )
    return () => {
      isOutdated = true
    }
  }, [first])

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
  return { entities, hasMore: next !== undefined, isLoading, arrived, loadMore }
}

/** As many pages as there were; fewer when the list became shorter. */
async function reloadPages<Entity>({
  api,
  target,
  first,
  count,
}: Pick<PagedListOptions<Entity>, 'api' | 'target' | 'first'> & { count: number }): Promise<Page<Entity>[]> {
  const pages = [first]
  for (let next = first._links.next; next && pages.length < count; next = pages.at(-1)?._links.next)
    pages.push(await follow(api, target, next))
  return pages
}

/** The link is of a list like the one it stands in. */
const follow = <Entity>(api: Api, target: Endpoint, link: NonNullable<Page<Entity>['_links']['next']>) =>
  api.follow(target, link) as Promise<Page<Entity>>
