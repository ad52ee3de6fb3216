import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { resendValidationMail } from '#contract/accounts.gen.ts'
import { chooseEducationDepartment } from '#contract/onboarding.gen.ts'
import { ASK_FIRST } from '#contract/refusals.ts'
import { deleteUser } from '#contract/users.gen.ts'
import { besideTileLabel, instantLabel } from '#domain/calendar/date-labels.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { departmentSwitchedMessage } from '#domain/messages/change.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { DateTile } from '#src/parts/date-tile.tsx'
import {
  DepartmentSwitch,
  SwitchQuestion,
  type SwitchQuestionProps,
} from '#src/parts/department-switch/department-switch.tsx'
import type { DepartmentChoice } from '#src/parts/department-switch/load-departments.ts'
import { AuditLink, EditPage, EditSection } from '#src/parts/editing/edit-section.tsx'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { TakenTestFacts } from '#src/parts/taken-test.tsx'
import { useCopy } from '#src/parts/use-copy.ts'
import { Problem, ServerButton, SubmitButton, useWrite } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Form, Options, SelectField, TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { EnrollmentsSection } from './enrollments-section.tsx'
import type { LoadedUser } from './load-users.ts'
import { LoginSection } from './logins/login-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import styles from './user-edit.module.css'
import { userEditTexts as texts } from './user-edit.texts.ts'

interface UserEditScreenProps extends LoadedUser {
  /** filter of the list from which they were chosen: the way back restores it */
  searched: UserFilter
}

export function UserEditScreen({ user, loginMethods, searched, ...loaded }: UserEditScreenProps) {
  const { departments, enrollments, tests } = loaded
  return (
    <div data-layout="stack 4 measured">
      <BackLink to="/admin/users" search={searched}>
        Gebruikers
      </BackLink>
      <div className={styles.columns} data-layout="stack 4">
        <EditPage>
          <SettingsSection user={user} />
          <ActionsSection user={user} searched={searched} />
          {loginMethods && <LoginSection user={user} methods={loginMethods} />}
          {departments && <DepartmentSection user={user} departments={departments} />}
        </EditPage>
        {(enrollments || tests.length > 0) && (
          <EditPage>
            {enrollments && <EnrollmentsSection user={user} enrollments={enrollments} />}
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
              <strong translate="no">{test.module_name}</strong>
            </p>
            <p data-text="muted">{besideTileLabel(test.testmoment, Date.now())}</p>
            <TakenTestFacts test={test} now={Date.now()} />
          </div>
        </li>
      ))}
    </ul>
  </EditSection>
)

function ActionsSection({ user, searched }: { user: User; searched: UserFilter }) {
  const api = useApi()
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
      <div data-layout="row 3 end">
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
  const copy = useCopy({ copied: texts.linkCopied, notCopied: texts.linkNotCopied })
  const { activation_key, activation_expires_at } = user
  if (user.activated) return null
  if (!activation_key) return <p>{texts.linkForOwner}</p>
  const link = `${location.origin}/activate/${activation_key}`
  const isExpired = activation_expires_at !== undefined && Date.parse(activation_expires_at) <= Date.now()
  return (
    <details className={styles.link}>
      <summary data-layout="target">Activatie link</summary>
      {isExpired ? (
        <StatusLine tone="warning">{texts.linkExpired}</StatusLine>
      ) : (
        activation_expires_at && <p>{texts.linkValidUntil(instantLabel(activation_expires_at, Date.now()))}</p>
      )}
      <div data-layout="row 3 end">
        <div data-layout="grows">
          <TextField label="Link" readOnly value={link} onFocus={(event) => event.target.select()} />
        </div>
        <Button onClick={() => copy(link)}>Kopiëren</Button>
      </div>
    </details>
  )
}

const DepartmentSection = ({ user, departments }: { user: User; departments: DepartmentChoice }) => (
  <EditSection title="Studierichting">
    {user._links.edit_education_department ? (
      <GivenDepartment departments={departments} link={user._links.edit_education_department} />
    ) : (
      <>
        <p>{texts.switchExplanation}</p>
        <DepartmentSwitch
          user={user}
          departments={departments.choices}
          currentId={departments.current?.id ?? null}
          Question={MessagedSwitchQuestion}
        />
      </>
    )}
  </EditSection>
)

/** Asks a teacher to confirm a student's switch, with its effects, and offers a message if it ends an enrollment. */
function MessagedSwitchQuestion(props: SwitchQuestionProps) {
  const { to, preview, onConfirm } = props
  const ended = preview.enrollments_to_be_deleted.map(({ module_name, testmoment }) => ({
    module: module_name,
    moment: testmoment,
  }))
  const proposed =
    ended.length === 0 ? null : departmentSwitchedMessage({ department: to.name, ended, now: Date.now() })
  const { offer, confirm } = useMessageOffer(proposed, { keepsWords: true })
  return (
    <SwitchQuestion {...props} onConfirm={() => confirm(onConfirm)}>
      {proposed && <MessageOffer offer={offer} recipients={1} />}
    </SwitchQuestion>
  )
}

interface GivenDepartmentProps {
  departments: DepartmentChoice
  link: Link
}

/** Assigns a department before onboarding. It has no effects until the student, who finds it already chosen, confirms it. */
function GivenDepartment({ departments: { choices, current }, link }: GivenDepartmentProps) {
  const api = useApi()
  const [chosen, choose] = useState<number | null>(null)
  const { isBusy, problem, write, showProblem } = useWrite()
  const id = chosen ?? current?.id ?? null
  const submit = async () => {
    if (id === null || id === current?.id) return
    const isGiven = await write({
      send: () => api.follow(chooseEducationDepartment, link, { body: { id } }),
      saved: ({ entity }) => texts.departmentGiven(entity.name),
      failed: texts.departmentFailed,
    })
    if (isGiven) choose(null)
  }
  return (
    <Form data-layout="grid 4" onSubmit={submit}>
      <p>{texts.departmentExplanation}</p>
      <SelectField
        label="Studierichting"
        value={id ?? ''}
        onChange={({ target }) => {
          choose(Number(target.value))
          showProblem(null)
        }}
      >
        {id === null && <option value="">{texts.noDepartment}</option>}
        <Options
          of={choices.map(({ id: each, name, archived }) => [each, archived ? `${name} (gearchiveerd)` : name])}
        />
      </SelectField>
      <Problem text={problem} />
      <div data-layout="row">
        <SubmitButton tone="secondary" disabled={id === null || id === current?.id} busy={isBusy}>
          {texts.saveDepartment}
        </SubmitButton>
      </div>
    </Form>
  )
}
