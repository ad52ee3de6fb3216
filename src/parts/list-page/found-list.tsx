import { useEffect, useMemo, useRef, useState } from 'react'
import type { Link } from '#domain/entities/entity.schema.ts'
import { askLatest } from '#src/api/latest-answer.ts'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import type { Order } from '#src/ui/table.tsx'
import type { ListRows } from './list-page.tsx'
import { sortOf } from './paged-list.tsx'

interface Page<Entity, Counts> {
  entities: readonly Entity[]
  counts: Counts
  _links: { next?: Link | undefined }
}

interface Shown<Entity, Counts> {
  /** the question and the order, as JSON */
  asked: string
  entities: readonly Entity[]
  counts: Counts
  next: Link | undefined
}

const ROWS_PER_PAGE = 100
const MOST_ROWS_PER_PAGE = 1_000

interface FoundListOptions<Entity, Counts, Sort extends string> {
  /** a change fetches the list again */
  question: object
  /** loads the first `paging` results, in the order that the user chose */
  load: (paging: number, sort: Sort | undefined) => Promise<Page<Entity, Counts>>
  follow: (next: Link) => Promise<Page<Entity, Counts>>
  /** changes each time the screen is reloaded: the list is then fetched again, as far as it was loaded */
  renewedBy: object
}

export interface FoundList<Entity, Counts> extends ListRows<Entity> {
  /** rows on the screen, and the question that they answer; null before the first answer */
  shown: Shown<Entity, Counts> | null
  counts: Counts | undefined
  failure: unknown
  retry: () => void
}

/** List that the server sorts and searches. The old rows stay until the answer to a new question arrives. */
export function useFoundList<Entity, Counts, Sort extends string = never>({
  question,
  load,
  follow,
  renewedBy,
}: FoundListOptions<Entity, Counts, Sort>): FoundList<Entity, Counts> {
  const [shown, setShown] = useState<Shown<Entity, Counts> | null>(null)
  const [order, onOrder] = useState<Order | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isLoading, setIsLoading] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const loaded = useRef<Shown<Entity, Counts> | null>(null)
  loaded.current = shown
  /** Drops the page that is on its way: the rows that it follows will be replaced. */
  const dropPage = useRef<() => void>(undefined)
  const questionKey = JSON.stringify([question, order])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed screen and another attempt ask the same again
  useEffect(() => {
    const present = loaded.current
    const count = present?.asked === questionKey ? present.entities.length : ROWS_PER_PAGE
    dropPage.current?.()
    setIsLoading(true)
    const loadSorted = (paging: number) => load(paging, order ? sortOf<Sort>(order) : undefined)
    return askLatest({
      ask: () => loadUpTo(Math.max(ROWS_PER_PAGE, count), loadSorted, follow),
      onAnswer: (found) => {
        setShown({ asked: questionKey, ...found })
        setFailure(null)
      },
      onFailure: setFailure,
      onEnd: () => setIsLoading(false),
    })
  }, [questionKey, renewedBy, attempt])

  const next = shown?.next
  const loadMore = () => {
    if (!next || isLoading) return
    setIsLoading(true)
    dropPage.current = askLatest({
      ask: () => follow(next),
      onAnswer: ({ entities, counts, _links }) => {
        setShown((now) => now && { ...now, entities: [...now.entities, ...entities], counts, next: _links.next })
        setFailure(null)
      },
      onFailure: setFailure,
      onEnd: () => setIsLoading(false),
    })
  }
  return {
    shown,
    entities: shown?.entities ?? NONE,
    counts: shown?.counts,
    failure,
    isLoading,
    isOutdated: isLoading,
    hasMore: next !== undefined,
    loadMore,
    ordering: useMemo(() => ({ order, onOrder }), [order]),
    retry: () => setAttempt((count) => count + 1),
  }
}

const NONE: readonly never[] = []

interface ListFailureProps {
  list: Pick<FoundList<unknown, unknown>, 'shown' | 'failure' | 'isLoading' | 'retry'>
  failed: string
}

export const ListFailure = ({ list: { shown, failure, isLoading, retry }, failed }: ListFailureProps) =>
  failure !== null ? (
    <Alert>
      <p>{saveFailureText(failure, failed)}</p>
      <Button busy={isLoading} onClick={retry}>
        Opnieuw proberen
      </Button>
    </Alert>
  ) : (
    shown === null && (
      <Card aria-busy="true">
        <Skeleton lines={6} />
      </Card>
    )
  )

async function loadUpTo<Entity, Counts>(
  count: number,
  load: (paging: number) => Promise<Page<Entity, Counts>>,
  follow: (next: Link) => Promise<Page<Entity, Counts>>,
) {
  let page = await load(Math.min(count, MOST_ROWS_PER_PAGE))
  const entities = [...page.entities]
  for (let next = page._links.next; next && entities.length < count; next = page._links.next) {
    page = await follow(next)
    entities.push(...page.entities)
  }
  return { entities, counts: page.counts, next: page._links.next }
}
