import { type FormEvent, useState } from 'react'
import { chooseEducationDepartment } from '#contract/onboarding.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import type { DepartmentChoice } from '#src/parts/department-switch/load-departments.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { Problem } from '#src/parts/editing/problem.tsx'
import { useWrite } from '#src/parts/writing/use-write.ts'
import { SelectField } from '#src/ui/field.tsx'
import { userEditTexts as texts } from './user-edit.texts.ts'

interface GivenDepartmentProps {
  api: Api
  user: User
  departments: DepartmentChoice
  /** link that assigns the department */
  link: Link
}

/** Assigns a department before onboarding. It has no effects until the student, who finds it already chosen, confirms it. */
export function GivenDepartment({ api, departments: { all, current }, link }: GivenDepartmentProps) {
  const [chosen, choose] = useState<number | null>(null)
  const { isBusy, problem, write, showProblem } = useWrite()
  const id = chosen ?? current?.id ?? null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (id === null || id === current?.id) return
    const isGiven = await write({
      send: () => api.follow(chooseEducationDepartment, link, { body: { id } }),
      saved: ({ entity }) => texts.departmentGiven(entity.name),
      failed: texts.departmentFailed,
    })
    if (isGiven) choose(null)
  }
  return (
    <form data-layout="grid 4" noValidate onSubmit={submit}>
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
        {all.map(({ id: each, name, archived }) => (
          <option key={each} value={each}>
            {archived ? `${name} (gearchiveerd)` : name}
          </option>
        ))}
      </SelectField>
      <Problem text={problem} />
      <div data-layout="row">
        <ServerButton type="submit" disabled={id === null || id === current?.id} busy={isBusy}>
          {texts.saveDepartment}
        </ServerButton>
      </div>
    </form>
  )
}
