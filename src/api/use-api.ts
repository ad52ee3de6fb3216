import { createContext, useContext } from 'react'
import type { Api } from './api.ts'

export const ApiContext = createContext<Api | null>(null)

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (api === null) throw new Error('Not provided')
  return api
}
