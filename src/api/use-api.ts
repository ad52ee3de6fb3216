import { createContext } from 'react'
import { useProvided } from '#src/ui/use-provided.ts'
import type { Api } from './api.ts'

export const ApiContext = createContext<Api | null>(null)

export const useApi = (): Api => useProvided(ApiContext)
