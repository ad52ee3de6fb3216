import { useSession } from '#src/session/session-view.tsx'
import { Button } from '#src/ui/button.tsx'

export function LogOutButton() {
  const { logOut } = useSession()
  return (
    <Button icon="exit" onClick={logOut}>
      Uitloggen
    </Button>
  )
}
