import { editEducationDepartment } from '#contract/education-department.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { rebaseAlways, useChange } from '#src/parts/editing/use-change.tsx'
import { useTell } from '#src/toasts/toasts-context.ts'
import { StatusLine } from '#src/ui/status.tsx'
import { departmentEditTexts as texts } from './education-department-edit.texts.ts'

interface SectionProps {
  api: Api
  department: EducationDepartment
}

/** Archiving takes nothing from anyone and can be taken back, so it asks nothing. */
export function ActionsSection({ api, department }: SectionProps) {
  const tell = useTell()
  const { edit } = department._links
  const archiving = useChange({
    send: (archived: boolean, { theirs }) => {
      if (!edit) throw new Error('The department has no link to edit it')
      return api.follow(editEducationDepartment, edit, { body: editBody(department, { archived }, theirs) })
    },
    rebase: rebaseAlways,
    onSaved: ({ entity }) => {
      tell('success', entity.archived ? texts.archived(entity.name) : texts.restored(entity.name))
    },
    onFailed: (failure) => tell('error', saveFailureText(failure, texts.saveFailed)),
  })
  return (
    <EditSection title="Acties">
      {department.archived ? (
        <StatusLine tone="warning" icon="lock">
          Deze studierichting is gearchiveerd.
        </StatusLine>
      ) : (
        <p>{texts.archiveExplanation}</p>
      )}
      <div>
        <ServerButton busy={archiving.isBusy} onClick={() => archiving.change(!department.archived)}>
          {department.archived ? 'Terugzetten' : 'Archiveren'}
        </ServerButton>
      </div>
      {archiving.dialog}
    </EditSection>
  )
}
