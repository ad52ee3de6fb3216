import { editEducationDepartment } from '#contract/education-department.ts'
import type { EducationDepartment } from '#domain/education-department/education-department.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { useTell } from '#src/toasts/tell-context.ts'
import { Switch } from '#src/ui/switch/switch.tsx'
import { educationDepartmentsTexts as texts } from './education-departments.texts.ts'

interface AutomaticSwitchProps {
  api: Api
  department: EducationDepartment
  onSwitched: () => void
}

export function AutomaticSwitch({ api, department, onSwitched }: AutomaticSwitchProps) {
  const tell = useTell()
  const { edit } = department._links
  const switching = useChange({
    send: (auto_enroll: boolean) => {
      if (!edit) throw new Error('The department has no link to edit it')
      return api.follow(editEducationDepartment, edit, { body: { auto_enroll } })
    },
    onSaved: ({ entity, enrollments_made }) => {
      tell('success', texts.automatic(entity.name, entity.auto_enroll, enrollments_made))
      onSwitched()
    },
    onFailed: () => tell('error', texts.toggleFailed),
    onYield: onSwitched,
  })
  return (
    <>
      <Switch
        label={`Automatisch inschrijven voor ${department.name}`}
        checked={department.auto_enroll}
        busy={switching.isBusy}
        onChange={switching.change}
      />
      {switching.dialog}
    </>
  )
}
