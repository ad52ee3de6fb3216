import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { useSession } from '#src/session/session-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { noRoleTexts as texts } from './account.texts.ts'

export function NoRoleScreen() {
  const { logOut } = useSession()
  const logOutButton = (
    <Button icon="exit" onClick={logOut}>
      Uitloggen
    </Button>
  )
  return (
    <PageMessage title={texts.title} action={logOutButton}>
      {texts.explanation}
    </PageMessage>
  )
}
