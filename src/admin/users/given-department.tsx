import { type FormEvent, useState } from 'react'
import { chooseEducationDepartment } from '#contract/onboarding.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import type { DepartmentChoice } from '#src/parts/department-switch/load-departments.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import styles from '#src/parts/editing/editing.module.css'
import { Problem } from '#src/parts/editing/problem.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { SelectField } from '#src/ui/field.tsx'
import { userEditTexts as texts } from './user-edit.texts.ts'

interface GivenDepartmentProps {
  api: Api
  user: User
  departments: DepartmentChoice
  /** by which it is given */
  link: Link
}

/** Before onboarding a department has no consequences yet: the student finds it chosen, and confirms it with the rest. */
export function GivenDepartment({ api, departments: { all, current }, link }: GivenDepartmentProps) {
  const notify = useNotify()
  const [chosen, choose] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const id = chosen ?? current?.id ?? null
  const giving = useChange({
    send: (wanted: number) => api.follow(chooseEducationDepartment, link, { body: { id: wanted } }),
    onSaved: ({ entity }) => {
      choose(null)
      notify('success', texts.departmentGiven(entity.name))
    },
    onDone: () => choose(null),
    onStart: () => setProblem(null),
    onFailed: (failure) => setProblem(saveFailureText(failure, texts.departmentFailed)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (id !== null && id !== current?.id) giving.change(id)
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>{texts.departmentExplanation}</p>
      <SelectField
        label="Studierichting"
        value={id ?? ''}
        onChange={({ target }) => {
          choose(Number(target.value))
          setProblem(null)
        }}
      >
        {id === null && <option value="">{texts.noDepartment}</option>}
        {all.map(({ id: each, name, archived }) => (
          <option key={each} value={each}>
            {archived ? `${name} (gearchiveerd)` : name}
          </option>
        ))}
      </SelectField>
      <Problem text={problem} />
      <div className={styles.save}>
        <ServerButton type="submit" disabled={id === null || id === current?.id} busy={giving.isBusy}>
          Studierichting opslaan
        </ServerButton>
      </div>
    </form>
  )
}
