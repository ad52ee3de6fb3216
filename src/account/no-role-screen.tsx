import { LogOutButton } from '#src/parts/layout/log-out-button.tsx'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'

/** For an account without a role: says that there is nothing it may see. */
export const NoRoleScreen = () => (
  <PageMessage title="Je account heeft nog geen rol" action={<LogOutButton />}>
    Je bent ingelogd, maar je account is nog niet ingesteld als student of docent. Vraag een docent wiskunde om dat te
    doen en log daarna opnieuw in.
  </PageMessage>
)
