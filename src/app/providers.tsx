import type { ReactNode } from 'react'
import { ConnectionContext } from '#src/offline/connection-context.ts'
import { SessionProvider } from '#src/session/session-context.tsx'
import { ToastArea } from '#src/toasts/toast-area.tsx'
import { ToastsContext } from '#src/toasts/toasts-context.ts'
import { connection } from './connection.ts'
import { session } from './session.ts'
import { toasts } from './toasts.ts'

export const Providers = ({ children }: { children: ReactNode }) => (
  <SessionProvider actor={session}>
    <ConnectionContext value={connection}>
      <ToastsContext value={toasts}>
        {children}
        <ToastArea />
      </ToastsContext>
    </ConnectionContext>
  </SessionProvider>
)
