import { PageMessage } from '#src/parts/page-state/page-message.tsx'
import { Button } from '#src/ui/button/button.tsx'

/** For an account with neither role: there is nothing it may see, and it is told so. */
export const NoRoleScreen = ({ onLogOut }: { onLogOut: () => void }) => (
  <PageMessage
    icon="lock"
    title="Je account heeft nog geen rol"
    action={
      <Button icon="leave" onClick={onLogOut}>
        Uitloggen
      </Button>
    }
  >
    Je bent ingelogd, maar je account is nog niet gekoppeld aan een student of docent. Vraag een docent wiskunde om je
    account in te stellen en log daarna opnieuw in.
  </PageMessage>
)
