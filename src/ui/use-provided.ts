import { type Context, useContext } from 'react'

/** Returns a value from a provider further up. Throws where there is none. */
export function useProvided<T>(context: Context<T | null>): T {
  const provided = useContext(context)
  if (provided === null) throw new Error('Not provided')
  return provided
}
