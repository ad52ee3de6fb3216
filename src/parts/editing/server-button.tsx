import type { ComponentProps } from 'react'
import { useIsConnected } from '#src/offline/connection-context.ts'
import { Button } from '#src/ui/button/button.tsx'

/** For what only the server can do: while it can't be asked the button does nothing, and says why. */
export function ServerButton({ disabled, ...rest }: ComponentProps<typeof Button>) {
  const connected = useIsConnected()
  return <Button title={connected ? undefined : 'Wacht op verbinding'} {...rest} disabled={disabled || !connected} />
}
