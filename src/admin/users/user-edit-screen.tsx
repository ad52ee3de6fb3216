import { useNavigate } from '@tanstack/react-router'
import { resendValidationMail } from '#contract/accounts.ts'
import { ASK_FIRST } from '#contract/refusals.ts'
import { deleteUser } from '#contract/users.ts'
import { besideTileLabel, instantLabel } from '#domain/calendar/date-labels.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import type { Api } from '#src/api/api.ts'
import { DateTile } from '#src/parts/date-tile.tsx'
import { DepartmentSwitch } from '#src/parts/department-switch/department-switch.tsx'
import type { DepartmentChoice } from '#src/parts/department-switch/load-departments.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { AuditLink, EditPage, EditSection } from '#src/parts/editing/edit-section.tsx'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { TakenTestFacts } from '#src/parts/taken-test.tsx'
import { useWrite } from '#src/parts/writing/use-write.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { EnrollmentsSection } from './enrollments-section.tsx'
import { GivenDepartment } from './given-department.tsx'
import type { LoadedUser } from './load-users.ts'
import { LoginSection } from './logins/login-section.tsx'
import { MessagedSwitchQuestion } from './messaged-switch-question.tsx'
import { SettingsSection } from './settings-section.tsx'
import styles from './user-edit.module.css'
import { userEditTexts as texts } from './user-edit.texts.ts'

interface UserEditScreenProps extends LoadedUser {
  api: Api
  /** filter of the list from which they were chosen: the way back restores it */
  searched: UserFilter
}

export function UserEditScreen({ api, user, loginMethods, searched, ...loaded }: UserEditScreenProps) {
  const { departments, enrollments, tests } = loaded
  const common = { api, user }
  return (
    <div data-layout="stack 4 measured">
      <BackLink to="/admin/users" search={searched}>
        Gebruikers
      </BackLink>
      <div className={styles.columns} data-layout="stack 4">
        <EditPage>
          <SettingsSection {...common} />
          <ActionsSection {...common} searched={searched} />
          {loginMethods && <LoginSection {...common} methods={loginMethods} />}
          {departments && <DepartmentSection {...common} departments={departments} />}
        </EditPage>
        {(enrollments || tests.length > 0) && (
          <EditPage>
            {enrollments && <EnrollmentsSection {...common} enrollments={enrollments} />}
            {tests.length > 0 && <TakenTestsSection tests={tests} />}
          </EditPage>
        )}
      </div>
      <AuditLink resource="user" id={user.id}>
        {texts.log}
      </AuditLink>
    </div>
  )
}

/** Results of the student's tests, as they see them themselves. */
const TakenTestsSection = ({ tests }: Pick<LoadedUser, 'tests'>) => (
  <EditSection title="Toetsen">
    <ul className={styles.tests} data-layout="stack 3" data-text="breaks">
      {tests.map((test) => (
        <li data-layout="row 4 stretch nowrap" key={test.id}>
          <DateTile moment={test.testmoment} state="past" now={Date.now()} />
          <div data-layout="grid 1">
            <p>
              <strong>{test.module_name}</strong>
            </p>
            <p data-text="muted">{besideTileLabel(test.testmoment, Date.now())}</p>
            <TakenTestFacts test={test} now={Date.now()} />
          </div>
        </li>
      ))}
    </ul>
  </EditSection>
)

interface ActionsSectionProps {
  api: Api
  user: User
  searched: UserFilter
}

function ActionsSection({ api, user, searched }: ActionsSectionProps) {
  const notify = useNotify()
  const navigate = useNavigate()
  const { validation_mail, delete: deletion } = user._links
  const { isBusy, write } = useWrite({ inToast: true })
  const mail = (link: Link) =>
    write({ send: () => api.follow(resendValidationMail, link), failed: texts.mailFailed, saved: texts.mailSent })
  // The user is gone, so unsaved edits cannot be saved any more.
  const leave = () => void navigate({ to: '/admin/users', search: searched, replace: true, ignoreBlocker: true })
  const deleting = useChange({
    send: (link: Link, { confirmed = ASK_FIRST }) => api.follow(deleteUser, link, { query: { confirmed } }),
    onSaved: () => {
      notify('neutral', texts.deleted(user.username))
      leave()
    },
    onAnswerLost: leave,
    failed: texts.deleteFailed,
    inToast: true,
    confirmTitle: texts.deleteQuestion(user.username),
    confirmLabel: 'Gebruiker verwijderen',
  })
  return (
    <EditSection title="Acties">
      {!deletion && <p>{texts.own}</p>}
      <div className={styles.row} data-layout="row 3 end">
        {validation_mail && (
          <ServerButton busy={isBusy} onClick={() => mail(validation_mail)}>
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

/** Activation link, to hand over if mail does not arrive. Only for an account that was never used. */
function ActivationLink({ user }: { user: User }) {
  const notify = useNotify()
  const { activation_key, activation_expires_at } = user
  if (user.activated) return null
  if (!activation_key) return <p>{texts.linkForOwner}</p>
  const link = `${location.origin}/activate/${activation_key}`
  const isExpired = activation_expires_at !== undefined && Date.parse(activation_expires_at) <= Date.now()
  // Without TLS browsers have no clipboard to write to.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      notify('success', texts.linkCopied)
    } catch {
      notify('error', texts.linkNotCopied)
    }
  }
  return (
    <details className={styles.link}>
      <summary data-layout="target">Activatie link</summary>
      {isExpired ? (
        <StatusLine tone="warning" icon="alert">
          {texts.linkExpired}
        </StatusLine>
      ) : (
        activation_expires_at && <p>{texts.linkValidUntil(instantLabel(activation_expires_at, Date.now()))}</p>
      )}
      <div className={styles.row} data-layout="row 3 end">
        <TextField label="Link" readOnly value={link} onFocus={(event) => event.target.select()} />
        <Button onClick={copy}>Kopiëren</Button>
      </div>
    </details>
  )
}

interface DepartmentSectionProps {
  api: Api
  user: User
  departments: DepartmentChoice
}

const DepartmentSection = ({ api, user, departments }: DepartmentSectionProps) => (
  <EditSection title="Studierichting">
    {user._links.edit_education_department ? (
      <GivenDepartment api={api} user={user} departments={departments} link={user._links.edit_education_department} />
    ) : (
      <>
        <p>{texts.switchExplanation}</p>
        <DepartmentSwitch
          api={api}
          user={user}
          departments={departments.all}
          currentId={departments.current?.id ?? null}
          Question={MessagedSwitchQuestion}
        />
      </>
    )}
  </EditSection>
)
