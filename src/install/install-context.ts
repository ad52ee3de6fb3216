import { createContext, use, useContext } from 'react'
import type { InstallActor } from './install.machine.ts'

/** Gives the same promise each time. */
export type LoadInstall = () => Promise<InstallActor>

/** Nobody installs before the first screen stands, so what does it is loaded after that. */
export const InstallContext = createContext<LoadInstall | null>(null)

export function useInstall(): InstallActor {
  const load = useContext(InstallContext)
  if (!load) throw new Error('useInstall stands outside InstallContext')
  return use(load())
}
