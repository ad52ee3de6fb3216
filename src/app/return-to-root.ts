import { useEffect, useRef } from 'react'
import type { User } from '#domain/users/user.schema.ts'

/** Whoever was logged in and is no more, or is somebody else, leaves no address behind; a visitor keeps theirs. */
export function useReturnToRoot(user: User | null): void {
  const before = useRef(user)

  useEffect(() => {
    if (before.current !== null && before.current.id !== user?.id) window.history.replaceState(null, '', '/')
    before.current = user
  }, [user])
}
