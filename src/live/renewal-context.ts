import { createContext } from 'react'
import { useProvided } from '#src/ui/use-provided.ts'

/** Fetches what the screen shows at once, including changes that were announced and not fetched yet. */
type Renew = () => Promise<void>

export const RenewalContext = createContext<Renew | null>(null)

export const useRenew = (): Renew => useProvided(RenewalContext)
