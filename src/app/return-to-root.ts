import { useEffect, useRef } from 'react'
import type { User } from '#domain/user/user.schema.ts'

/** Whoever was logged in and no longer is leaves no address behind. Whoever was not yet keeps the one asked for. */
export function useReturnToRoot(user: User | null): void {
  const before = useRef(user)
  useEffect(() => {
    if (before.current && before.current.id !== user?.id) window.history.replaceState(null, '', '/')
    before.current = user
  }, [user])
}
