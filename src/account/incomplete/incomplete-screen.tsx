import type { User } from '#domain/user/user.schema.ts'
import { LogOutButton } from '#src/parts/log-out-button.tsx'
import { PageMessage } from '#src/parts/page-state/page-message.tsx'

/** Until the steps themselves are here, a new student is told what is missing and who can help. */
export const IncompleteScreen = ({ user }: { user: User }) => (
  <PageMessage icon="person" title="Je gegevens zijn nog niet compleet" action={<LogOutButton />}>
    Voordat je je kunt inschrijven, moeten je naam, je studierichting en de modules die je al hebt afgerond bekend zijn.
    Vraag je docent wiskunde om dat voor {user.username} in te vullen en log daarna opnieuw in.
  </PageMessage>
)
