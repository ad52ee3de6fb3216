import { useCallback, useEffect, useRef, useState } from 'react'
import type { Link } from '#domain/entities/entity.schema.ts'

interface Page<Entity, Counts> {
  entities: readonly Entity[]
  counts: Counts
  _links: { next?: Link | undefined }
}

interface Shown<Entity, Counts> {
  /** the question as text */
  asked: string
  entities: readonly Entity[]
  counts: Counts
  next: Link | undefined
}

/** As many as one looks through before asking for more. */
const PAGE = 100
const LARGEST_PAGE = 1_000

interface FoundListOptions<Question, Entity, Counts> {
  question: Question
  /** the first `paging` of the students found */
  load: (question: Question, paging: number) => Promise<Page<Entity, Counts>>
  follow: (next: Link) => Promise<Page<Entity, Counts>>
  /** changes each time that the screen was renewed: the list is then fetched again, as far as it was loaded */
  renewedBy: object
}

/**
 * Those who are asked for, of a list that the server sorts and searches. What was shown stays until the answer to another
 * question is there.
 */
export function useFoundList<Question, Entity, Counts>(options: FoundListOptions<Question, Entity, Counts>) {
  const { question, renewedBy, load, follow } = options
  const [shown, setShown] = useState<Shown<Entity, Counts> | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isLoading, setIsLoading] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const loaded = useRef<Shown<Entity, Counts> | null>(null)
  loaded.current = shown
  const asked = JSON.stringify(question)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed screen and another attempt ask the same again
  useEffect(() => {
    let isOutdated = false
    const present = loaded.current
    const count = present?.asked === asked ? present.entities.length : PAGE
    setIsLoading(true)
    loadUpTo(Math.max(PAGE, count), (paging) => load(question, paging), follow)
      .then(
        (found) => {
          if (isOutdated) return
          setShown({ asked, ...found })
          setFailure(null)
        },
        (error) => !isOutdated && setFailure(error),
      )
      .finally(() => !isOutdated && setIsLoading(false))
    return () => {
      isOutdated = true
    }
  }, [asked, renewedBy, attempt])

  const next = shown?.next
  const loadMore = async () => {
    if (!next || isLoading) return
    setIsLoading(true)
    try {
      const page = await follow(next)
      setShown((now) =>
        now?.next === next
          ? { ...now, entities: [...now.entities, ...page.entities], counts: page.counts, next: page._links.next }
          : now,
      )
      setFailure(null)
    } catch (error) {
      setFailure(error)
    } finally {
      setIsLoading(false)
    }
  }
  return {
    shown,
    failure,
    isLoading,
    hasMore: next !== undefined,
    loadMore,
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  }
}

async function loadUpTo<Entity, Counts>(
  count: number,
  load: (paging: number) => Promise<Page<Entity, Counts>>,
  follow: (next: Link) => Promise<Page<Entity, Counts>>,
) {
  let page = await load(Math.min(count, LARGEST_PAGE))
  const entities = [...page.entities]
  for (let next = page._links.next; next && entities.length < count; next = page._links.next) {
    page = await follow(next)
    entities.push(...page.entities)
  }
  return { entities, counts: page.counts, next: page._links.next }
}
