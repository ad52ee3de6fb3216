import { type ComponentType, type FormEvent, type ReactNode, useState } from 'react'
import { type DepartmentSwitchReply, previewDepartmentSwitch, switchDepartment } from '#contract/departments.ts'
import type { PlanChanged } from '#contract/refusals.ts'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { DepartmentSwitchMetadata, EducationDepartment } from '#domain/departments/department.schema.ts'
import { departmentSwitchRefusalTexts } from '#domain/departments/department.texts.ts'
import { canBeChosen } from '#domain/enrollments/enrollment.rules.ts'
import { lostForGoodText } from '#domain/enrollments/enrollment-card.texts.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { notifyDone } from '#src/parts/editing/notify-done.ts'
import { Problem } from '#src/parts/editing/problem.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { ConfirmDialog } from '../editing/confirm-dialog.tsx'
import { messagedText, saveFailureText } from '../editing/save.texts.ts'
import { SlowNotice } from '../page-state/slow-notice.tsx'
import styles from './department-switch.module.css'

interface DepartmentSwitchProps {
  api: Api
  user: User
  /** those that can be chosen, and the student's own */
  departments: readonly EducationDepartment[]
  currentId: number | null
  onSwitched?: (reply: DepartmentSwitchReply) => void
  /** asks with what the switch brings about; a teacher's also offers a message */
  Question?: ComponentType<SwitchQuestionProps>
}

/** Pick another department, see what that brings about, confirm. */
export function DepartmentSwitch(props: DepartmentSwitchProps) {
  const { api, user, departments, currentId, onSwitched, Question = SwitchQuestion } = props
  const notify = useNotify()
  const connected = useIsConnected()
  const [chosenId, choose] = useState<number | null>(null)
  const [preview, setPreview] = useState<DepartmentSwitchMetadata | null>(null)
  const [isNews, setNews] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = departments.find(({ id }) => id === chosenId && id !== currentId)
  // The link says that it may be done; its address names the student already, who would be named twice by its query.
  if (!user._links.department_switch) return null

  const busyWith = async (work: () => Promise<void>, whatFailed: string) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setPreview(null)
      if (!notifyDone(error, notify)) setProblem(saveFailureText(error, whatFailed, texts.refusals))
    } finally {
      setBusy(false)
    }
  }
  const look = (event: FormEvent) => {
    event.preventDefault()
    if (!chosen || !connected) return
    const query = { user_id: user.id, department_id: chosen.id }
    void busyWith(async () => {
      setPreview(await api.call(previewDepartmentSwitch, { query }))
      setNews(false)
    }, texts.previewFailed)
  }
  const send = async (to: EducationDepartment, confirmation: string, message: WrittenMessage | undefined) => {
    try {
      return await api.call(switchDepartment, {
        body: { user_id: user.id, department_id: to.id, confirmation, message },
      })
    } catch (error) {
      if (!isRefusedFor<PlanChanged<DepartmentSwitchMetadata>>(error, 'plan-changed')) throw error
      setPreview(error.details.preview)
      setNews(true)
      return null
    }
  }
  const confirm = (to: EducationDepartment, { confirmation }: DepartmentSwitchMetadata, message?: WrittenMessage) =>
    busyWith(async () => {
      const reply = await send(to, confirmation, message)
      if (!reply) return
      setPreview(null)
      choose(null)
      notify('success', texts.switched(to.name, reply.students_messaged))
      if (reply.enrollments_deleted > 0) notify('neutral', texts.deleted(reply.enrollments_deleted))
      if (reply.enrollments_made > 0) notify('neutral', texts.made(reply.enrollments_made))
      onSwitched?.(reply)
    }, texts.failed)

  return (
    <form data-layout="grid 4" data-width="28" onSubmit={look}>
      <SelectField
        label="Studierichting"
        value={chosenId ?? currentId ?? ''}
        onChange={({ target }) => choose(Number(target.value))}
      >
        {currentId === null && <option value="">Kies een studierichting</option>}
        {departments.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Problem text={problem} />
      <div data-layout="row 3">
        <Button type="submit" busy={isBusy && !preview} disabled={!chosen || !connected}>
          Wissel bekijken
        </Button>
        <SlowNotice isGoingOn={isBusy} />
      </div>
      {preview && chosen && (
        <Question
          to={chosen}
          preview={preview}
          isNews={isNews}
          isBusy={isBusy}
          onConfirm={(message) => confirm(chosen, preview, message)}
          onClose={() => {
            setPreview(null)
            choose(null)
          }}
        />
      )}
    </form>
  )
}

export interface SwitchQuestionProps {
  to: EducationDepartment
  preview: DepartmentSwitchMetadata
  /** it is another than was confirmed */
  isNews: boolean
  isBusy: boolean
  onConfirm: (message?: WrittenMessage) => void
  onClose: () => void
}

/** Asks with what a switch brings about; `children` are what a teacher writes about it. */
export const SwitchQuestion = ({
  to,
  preview,
  isNews,
  onConfirm,
  children,
  ...rest
}: SwitchQuestionProps & { children?: ReactNode }) => (
  <ConfirmDialog
    {...rest}
    title={`Wisselen naar ${to.name}`}
    confirmLabel="Studierichting wisselen"
    onConfirm={() => onConfirm()}
  >
    <div data-layout="grid 4">
      {isNews && <Alert tone="warning">{texts.changed}</Alert>}
      <Part title="Inschrijvingen die verdwijnen" none="Er verdwijnen geen inschrijvingen.">
        {preview.enrollments_to_be_deleted.map(({ id, module_name, testmoment }) => (
          <li key={id}>
            {module_name} op {whenAndWhereLabel(testmoment, Date.now())}
            {!canBeChosen(testmoment, Date.now()) && (
              <StatusLine tone="danger" icon="lock">
                {lostForGoodText}
              </StatusLine>
            )}
          </li>
        ))}
      </Part>
      <Part title="Modules die erbij komen" none="Er komen geen modules bij.">
        {preview.modules_to_be_added.map((module) => (
          <li key={module.id}>{moduleLabel(module)}</li>
        ))}
      </Part>
      {preview.enrollments_to_be_made.length > 0 && (
        <Part title="Automatische inschrijvingen">
          {preview.enrollments_to_be_made.map(({ testmoment, module }) => (
            <li key={`${testmoment.id}-${module.id}`}>
              {module.name} op {whenAndWhereLabel(testmoment, Date.now())}
            </li>
          ))}
        </Part>
      )}
      {preview.waits_to_be_deleted.length > 0 && (
        <Part title="Plaatsen op de wachtlijst die vervallen">
          {preview.waits_to_be_deleted.map(({ testmoment, module }) => (
            <li key={`${testmoment.id}-${module.id}`}>
              {module.name} op {whenAndWhereLabel(testmoment, Date.now())}
            </li>
          ))}
        </Part>
      )}
      {preview.enrollments_without_seat.length > 0 && (
        <Part title="Vol: geen automatische inschrijving">
          {preview.enrollments_without_seat.map(({ testmoment, module }) => (
            <li key={`${testmoment.id}-${module.id}`}>
              {module.name} op {whenAndWhereLabel(testmoment, Date.now())}
            </li>
          ))}
        </Part>
      )}
      {children}
    </div>
  </ConfirmDialog>
)

const Part = ({ title, none, children }: { title: string; none?: string; children: ReactNode[] }) => (
  <section className={styles.part} data-layout="grid 1">
    <h3>{title}</h3>
    {children.length === 0 ? <p>{none}</p> : <ul data-text="breaks">{children}</ul>}
  </section>
)

const enrollments = (count: number): string => (count === 1 ? '1 inschrijving is' : `${count} inschrijvingen zijn`)

const texts = {
  previewFailed: 'Wat de wissel inhoudt kon niet worden opgehaald.',
  failed: 'Wisselen van studierichting is niet gelukt.',
  changed: 'Er is intussen iets veranderd. Hier staat wat er nu zou gebeuren; er is nog niets gewijzigd.',
  refusals: departmentSwitchRefusalTexts,
  switched: (name: string, messaged: number) => `De studierichting is nu ${name}${messagedText(messaged)}.`,
  deleted: (count: number) => `${enrollments(count)} verwijderd door de wissel van studierichting.`,
  made: (count: number) => `${enrollments(count)} automatisch gemaakt door de wissel van studierichting.`,
}
