import type { ComponentProps } from 'react'
import { useIsConnected, useWaitReason } from '#src/offline/connection-context.ts'
import { Button } from '#src/ui/button.tsx'

/** For what only the server can do: while it can't be asked the button does nothing, and says why. */
export function ServerButton({ disabled, ...rest }: ComponentProps<typeof Button>) {
  const connected = useIsConnected()
  const reason = useWaitReason()
  return <Button title={reason} {...rest} disabled={disabled || !connected} />
}
