import type { ReactNode } from 'react'
import { ConnectionContext } from '#src/offline/connection-context.ts'
import { SessionProvider } from '#src/session/session-context.tsx'
import { ToastArea } from '#src/toasts/toast-area.tsx'
import { Toasts } from '#src/toasts/toasts-context.ts'
import { connection } from './connection.ts'
import { session } from './session.ts'

export const Providers = ({ children }: { children: ReactNode }) => (
  <SessionProvider actor={session}>
    <ConnectionContext value={connection}>
      <Toasts.Provider>
        {children}
        <ToastArea />
      </Toasts.Provider>
    </ConnectionContext>
  </SessionProvider>
)
