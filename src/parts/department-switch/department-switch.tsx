import { type FormEvent, useState } from 'react'
import { type DepartmentSwitchReply, previewDepartmentSwitch, switchDepartment } from '#contract/department-switch.ts'
import type { DepartmentSwitchMetadata, EducationDepartment } from '#domain/departments/department.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useIsConnected } from '#src/offline/connection-context.ts'
import { useTell } from '#src/toasts/toasts-context.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { saveFailureText } from '../editing/save-failure.texts.ts'
import { SlowNotice } from '../page-state/slow-notice.tsx'
import styles from './department-switch.module.css'
import { departmentSwitchTexts as texts } from './department-switch.texts.ts'
import { SwitchPreviewDialog } from './switch-preview-dialog.tsx'

interface DepartmentSwitchProps {
  api: Api
  user: User
  /** those that can be chosen, and the student's own */
  departments: readonly EducationDepartment[]
  currentId: number | null
  onSwitched?: (reply: DepartmentSwitchReply) => void
}

/** Pick another department, see what that brings about, confirm. */
export function DepartmentSwitch({ api, user, departments, currentId, onSwitched }: DepartmentSwitchProps) {
  const tell = useTell()
  const connected = useIsConnected()
  const [chosenId, choose] = useState<number | null>(null)
  const [preview, setPreview] = useState<DepartmentSwitchMetadata | null>(null)
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
      setProblem(saveFailureText(error, whatFailed, texts.refusals))
    } finally {
      setBusy(false)
    }
  }
  const look = (event: FormEvent) => {
    event.preventDefault()
    if (!chosen || !connected) return
    const query = { user_id: user.id, department_id: chosen.id }
    void busyWith(async () => setPreview(await api.call(previewDepartmentSwitch, { query })), texts.previewFailed)
  }
  const confirm = (to: EducationDepartment) =>
    busyWith(async () => {
      const reply = await api.call(switchDepartment, { body: { user_id: user.id, department_id: to.id } })
      setPreview(null)
      choose(null)
      tell('success', texts.switched(to.name))
      if (reply.enrollments_deleted > 0) tell('neutral', texts.deleted(reply.enrollments_deleted))
      if (reply.enrollments_made > 0) tell('neutral', texts.made(reply.enrollments_made))
      onSwitched?.(reply)
    }, texts.failed)

  return (
    <form className={styles.form} onSubmit={look}>
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
      {problem && <Alert>{problem}</Alert>}
      <div className={styles.actions}>
        <Button type="submit" busy={isBusy && !preview} disabled={!chosen || !connected}>
          Wissel bekijken
        </Button>
        <SlowNotice isGoingOn={isBusy} />
      </div>
      {preview && chosen && (
        <SwitchPreviewDialog
          to={chosen}
          preview={preview}
          isBusy={isBusy}
          onConfirm={() => confirm(chosen)}
          onClose={() => {
            setPreview(null)
            choose(null)
          }}
        />
      )}
    </form>
  )
}
