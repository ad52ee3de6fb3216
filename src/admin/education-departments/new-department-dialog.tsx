import { useState } from 'react'
import { createEducationDepartment } from '#contract/education-department.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { takenNameTexts } from '#domain/entities/school-name.texts.ts'
import type { Api } from '#src/api/api.ts'
import { FormDialog } from '#src/parts/editing/form-dialog.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { TextField } from '#src/ui/field.tsx'
import { educationDepartmentsTexts as texts } from './education-departments.texts.ts'

interface NewDepartmentDialogProps {
  api: Api
  onMade: (department: EducationDepartment) => void
  onClose: () => void
}

export function NewDepartmentDialog({ api, onMade, onClose }: NewDepartmentDialogProps) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const making = useChange({
    send: (body: { name: string }) => api.call(createEducationDepartment, { body }),
    onSaved: ({ entity }) => onMade(entity),
    onFailed: (failure) => setError(saveFailureText(failure, texts.createFailed, takenNameTexts)),
    onYield: onClose,
  })
  return (
    <FormDialog
      title="Nieuwe Studierichting"
      explanation={texts.explanation}
      submitLabel="Studierichting aanmaken"
      isBusy={making.isBusy}
      isDirty={name !== ''}
      onSubmit={() => making.change({ name })}
      onClose={onClose}
    >
      <TextField
        label="Naam"
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.target.value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}
