import { useNavigate } from '@tanstack/react-router'
import { resendValidationMail } from '#contract/account.ts'
import { ASK_FIRST } from '#contract/confirmation.ts'
import { deleteUser } from '#contract/user.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { useTell } from '#src/toasts/toasts-context.ts'
import { ActivationLink } from './activation-link.tsx'
import styles from './user-edit.module.css'
import { userEditTexts as texts } from './user-edit.texts.ts'

interface ActionsSectionProps {
  api: Api
  user: User
  searched: { search?: string }
}

export function ActionsSection({ api, user, searched }: ActionsSectionProps) {
  const tell = useTell()
  const navigate = useNavigate()
  const { validation_mail, delete: deletion } = user._links
  const mailing = useChange({
    send: (link: NonNullable<typeof validation_mail>) => api.follow(resendValidationMail, link),
    onSaved: () => {
      tell('success', texts.mailSent)
    },
    onFailed: (failure) => tell('error', saveFailureText(failure, texts.mailFailed)),
  })
  const deleting = useChange({
    send: (link: NonNullable<typeof deletion>, { confirmed = ASK_FIRST }) =>
      api.follow(deleteUser, link, { query: { confirmed } }),
    onSaved: () => {
      tell('neutral', texts.deleted(user.username))
      // Nothing is left that what was typed could be saved in.
      void navigate({ to: '/admin/users', search: searched, replace: true, ignoreBlocker: true })
    },
    onFailed: (failure) => {
      tell('error', saveFailureText(failure, texts.deleteFailed))
    },
    confirmTitle: texts.deleteQuestion(user.username),
    confirmLabel: 'Gebruiker verwijderen',
  })
  return (
    <EditSection title="Acties">
      {!deletion && <p>{texts.own}</p>}
      <div className={styles.row}>
        {validation_mail && (
          <ServerButton busy={mailing.isBusy} onClick={() => mailing.change(validation_mail)}>
            Activatiemail opnieuw versturen
          </ServerButton>
        )}
        {deletion && (
          <ServerButton tone="danger" busy={deleting.isBusy} onClick={() => deleting.change(deletion)}>
            Gebruiker verwijderen
          </ServerButton>
        )}
      </div>
      <ActivationLink user={user} />
      {deleting.dialog}
    </EditSection>
  )
}
