import type { ReactNode } from 'react'
import { InstallContext } from '#src/install/install-context.ts'
import { ConnectionContext } from '#src/offline/connection-context.ts'
import { SessionProvider } from '#src/session/session-view.tsx'
import { ToastsContext } from '#src/toasts/toasts-context.ts'
import { connection } from './connection.ts'
import { loadInstall } from './install.ts'
import { session } from './session.ts'
import { loadToasts } from './toasts.ts'
import { ToastsAfterScreen } from './toasts-after-screen.tsx'

export const Providers = ({ children }: { children: ReactNode }) => (
  <SessionProvider actor={session}>
    <ConnectionContext value={connection}>
      <ToastsContext value={loadToasts}>
        <InstallContext value={loadInstall}>{children}</InstallContext>
        <ToastsAfterScreen />
      </ToastsContext>
    </ConnectionContext>
  </SessionProvider>
)
