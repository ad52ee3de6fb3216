import { useCallback, useEffect, useRef, useState } from 'react'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { listEnrolledStudents } from '#contract/enrolled-students.ts'
import type { EnrolledStudent } from '#domain/enrollments/enrolled-student.schema.ts'
import type { Api } from '#src/api/api.ts'

type Page = ReplyOf<typeof listEnrolledStudents>
type Sort = NonNullable<QueryOf<typeof listEnrolledStudents>['sort']>

export interface StudentsQuestion {
  search: string
  moduleId: number | null
  sort: Sort
}

interface Shown {
  question: StudentsQuestion
  entities: readonly EnrolledStudent[]
  counts: Page['counts']
  next: Page['_links']['next']
}

/** As many as one looks through before asking for more. */
const PAGE = 100
const LARGEST_PAGE = 1_000

interface ListOptions {
  api: Api
  testmomentId: number
  question: StudentsQuestion
  /** another one each time that the screen was renewed: the list is fetched anew then, as far as it was loaded */
  renewedBy: object
}

/** The students who are asked for. What was shown stays until the answer to another question is there. */
export function useEnrolledStudents({ api, testmomentId, question, renewedBy }: ListOptions) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isLoading, setIsLoading] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const loaded = useRef<Shown | null>(null)
  loaded.current = shown
  const { search, moduleId, sort } = question

  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed screen and another attempt ask the same again
  useEffect(() => {
    let isOutdated = false
    const asked = { search, moduleId, sort }
    const present = loaded.current
    const isSame = present !== null && JSON.stringify(present.question) === JSON.stringify(asked)
    setIsLoading(true)
    loadStudents(api, testmomentId, asked, isSame ? present.entities.length : PAGE)
      .then(
        (found) => {
          if (isOutdated) return
          setShown({ question: asked, ...found })
          setFailure(null)
        },
        (error) => !isOutdated && setFailure(error),
      )
      .finally(() => !isOutdated && setIsLoading(false))
    return () => {
      isOutdated = true
    }
  }, [api, testmomentId, search, moduleId, sort, renewedBy, attempt])

  const next = shown?.next
  const loadMore = async () => {
    if (!next || isLoading) return
    setIsLoading(true)
    try {
      const page = await api.follow(listEnrolledStudents, next)
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

async function loadStudents(api: Api, id: number, { search, moduleId, sort }: StudentsQuestion, count: number) {
  const paging = Math.min(Math.max(PAGE, count), LARGEST_PAGE)
  const query = { sort, ...(search !== '' && { search }), ...(moduleId !== null && { module_id: moduleId }) }
  let page = await api.call(listEnrolledStudents, { params: { id, paging }, query })
  const entities = [...page.entities]
  for (let next = page._links.next; next && entities.length < count; next = page._links.next) {
    page = await api.follow(listEnrolledStudents, next)
    entities.push(...page.entities)
  }
  return { entities, counts: page.counts, next: page._links.next }
}
