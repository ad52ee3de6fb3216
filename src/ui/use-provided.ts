import { type Context, useContext } from 'react'

/** What somebody further up provides. Throws where nobody does. */
export function useProvided<T>(context: Context<T | null>): T {
  const provided = useContext(context)
  if (provided === null) throw new Error('Nobody provides this here')
  return provided
}
