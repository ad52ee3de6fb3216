import '#src/ui/tokens.css'
import '#src/ui/base.css'
import './boot.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startConnection } from './connection.ts'
import { awaitInstallOffer } from './install-offer.ts'
import { Providers } from './providers.tsx'
import { startSession } from './session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

awaitInstallOffer()
startConnection()
startSession()
// In pieces that let the browser paint and answer in between, which a cheap phone needs.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <App />
      </Providers>
    </StrictMode>,
  ),
)
