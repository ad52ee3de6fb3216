import { createContext, use } from 'react'

/** Fetches at once what the screen shows, together with what was heard of and not fetched yet. */
type Renew = () => Promise<void>

export const RenewalContext = createContext<Renew | null>(null)

export function useRenew(): Renew {
  const renew = use(RenewalContext)
  if (!renew) throw new Error('Nobody renews this screen')
  return renew
}
