import { LogOutButton } from '#src/parts/layout/log-out-button.tsx'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { noRoleTexts as texts } from './account.texts.ts'

/** For an account without a role: says that there is nothing it may see. */
export const NoRoleScreen = () => (
  <PageMessage title={texts.title} action={<LogOutButton />}>
    {texts.explanation}
  </PageMessage>
)
