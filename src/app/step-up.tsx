import { createRoot } from 'react-dom/client'
import type { SessionTokens } from '#domain/sessions/session.schema.ts'
import type { Api } from '#src/api/api.ts'
import { bearerOf } from '#src/session/bearer.ts'
import { inTurn } from '#src/session/in-turn.ts'
import { renewTokens } from '#src/session/renew-tokens.ts'
import type { SessionActor } from '#src/session/session.machine.ts'
import { readAccessToken, type SessionStorage } from '#src/session/session-storage.ts'
import type { ProofReason } from '#src/session/step-up.ts'
import { StepUpDialog } from '#src/session/step-up-dialog.tsx'

let asking: Promise<boolean> | undefined

/** Opens one dialog, shared by all calls in the meantime. */
export function proveAgain(needed: ProofNeeded): Promise<boolean> {
  asking ??= openStepUp(needed).finally(() => {
    asking = undefined
  })
  return asking
}

interface ProofNeeded {
  api: Api
  session: SessionActor
  storage: SessionStorage
  why: ProofReason
}

/**
 * Opens the dialog in which the user confirms their identity again, above everything and beside the app: the screen that asked
 * stays as it is. Resolves to whether they did.
 */
function openStepUp({ api, session, storage, why }: ProofNeeded): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const close = (isProven: boolean) => {
      ending.unsubscribe()
      root.unmount()
      place.remove()
      resolve(isProven)
    }
    const ending = session.on('session.ended', () => close(false))
    const username = session.getSnapshot().context.user?.username ?? ''
    root.render(
      <StepUpDialog
        api={api}
        why={why}
        username={username}
        onProven={() => {
          renewTokens(session, storage)
          close(true)
        }}
        onClose={() => close(false)}
      />,
    )
  })
}

/** Continues in all tabs with the tokens from a password change; no tab may refresh with the old ones in the meantime. */
export async function keepTokens<Reply>(
  { session, storage, now }: { session: SessionActor; storage: SessionStorage; now: () => number },
  change: () => Promise<Reply>,
): Promise<Reply> {
  // Otherwise the call would wait for the refresh of its own token, which waits for the lock.
  await bearerOf(session)
  return inTurn(navigator.locks, async () => {
    const reply = await change()
    // Reply of `changeOwnPassword`.
    const { token, refresh_token } = reply as Reply & SessionTokens
    const { refreshToken: held, user } = session.getSnapshot().context
    const stored = { refreshToken: refresh_token, access: readAccessToken(token, now()), user }
    storage.replace(storage.read()?.refreshToken ?? held ?? '', stored)
    session.send({ type: 'session.replaced', stored })
    return reply
  })
}
