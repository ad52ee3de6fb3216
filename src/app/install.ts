import type { LoadInstall } from '#src/install/install-context.ts'
import { loadedOnce } from './loaded-once.ts'

export const loadInstall: LoadInstall = loadedOnce(async () => {
  const { startInstall } = await import('./started-install.ts')
  return startInstall()
})
