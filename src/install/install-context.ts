import { createContext, use } from 'react'
import { useProvided } from '#src/ui/use-provided.ts'
import type { InstallActor } from './install.machine.ts'

/** Gives the same promise each time. */
export type LoadInstall = () => Promise<InstallActor>

/** Nobody installs before the first screen stands, so what does it is loaded after that. */
export const InstallContext = createContext<LoadInstall | null>(null)

export const useInstall = (): InstallActor => use(useProvided(InstallContext)())
