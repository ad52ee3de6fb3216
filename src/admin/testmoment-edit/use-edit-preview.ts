import { useEffect, useState } from 'react'
import { previewTestmomentEdit } from '#contract/testmoment.ts'
import type { ManagedTestmoment, TestmomentEdit, TestmomentEditPreview } from '#domain/testmoments/testmoment.schema.ts'
import type { Api } from '#src/api/api.ts'

/** So that not every key that is pressed asks the server. */
const REST_MS = 300

/** What an edit would mean to students, while it is being typed; null until that is known, and where nothing changes. */
export function useEditPreview(
  api: Api,
  testmoment: ManagedTestmoment,
  edit: Omit<TestmomentEdit, 'version'> | null,
): TestmomentEditPreview | null {
  const [preview, setPreview] = useState<TestmomentEditPreview | null>(null)
  const { date, duration, max_enrollments } = edit ?? testmoment
  const changes =
    date !== testmoment.date || duration !== testmoment.duration || max_enrollments !== testmoment.max_enrollments
  const link = testmoment._links.edit_preview

  useEffect(() => {
    setPreview(null)
    if (!changes) return
    let isOutdated = false
    const timer = setTimeout(async () => {
      const answer = api.follow(previewTestmomentEdit, link, { query: { date, duration, max_enrollments } })
      // without an answer nothing is told beforehand; saving still says what it did
      const told = await answer.catch(() => null)
      if (!isOutdated) setPreview(told)
    }, REST_MS)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [api, link, changes, date, duration, max_enrollments])
  return preview
}
