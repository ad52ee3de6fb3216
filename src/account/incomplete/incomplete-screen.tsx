import type { User } from '#domain/user/user.schema.ts'
import { PageMessage } from '#src/parts/page-state/page-message.tsx'
import { Button } from '#src/ui/button/button.tsx'

/** Until the steps themselves are here, a new student is told what is missing and who can help. */
export const IncompleteScreen = ({ user, onLogOut }: { user: User; onLogOut: () => void }) => (
  <PageMessage
    icon="person"
    title="Je gegevens zijn nog niet compleet"
    action={
      <Button icon="leave" onClick={onLogOut}>
        Uitloggen
      </Button>
    }
  >
    Voordat je je kunt inschrijven, moeten je naam, je studierichting en je afgeronde modules bekend zijn. Dat kun je
    hier nog niet zelf invullen: vraag je docent wiskunde om je gegevens voor {user.username} aan te vullen.
  </PageMessage>
)
