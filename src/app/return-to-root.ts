import { useEffect, useRef } from 'react'
import type { User } from '#domain/user/user.schema.ts'
import type { EndCause } from '#src/session/session.events.ts'
import { session } from './session.ts'

/**
 * Whoever logged out leaves no address behind. Whom the server refused, as after two weeks away, keeps theirs and goes on
 * there; so does whoever was not logged in yet.
 */
export function useReturnToRoot(user: User | null): void {
  const before = useRef(user)
  const lastEnd = useRef<EndCause>(null)

  useEffect(() => {
    const subscription = session.on('session.ended', ({ cause }) => {
      lastEnd.current = cause
    })
    return () => subscription.unsubscribe()
  }, [])
  useEffect(() => {
    const hasLeft = before.current !== null && before.current.id !== user?.id
    if (hasLeft && lastEnd.current !== 'refused') window.history.replaceState(null, '', '/')
    before.current = user
  }, [user])
}
