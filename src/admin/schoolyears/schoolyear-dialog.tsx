import { useState } from 'react'
import { createSchoolyear, editSchoolyear } from '#contract/schoolyear.ts'
import { takenNameTexts } from '#domain/entities/school-name.texts.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { FormDialog } from '#src/parts/editing/form-dialog.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { type FormEdit, rebaseForm, useChange } from '#src/parts/editing/use-change.tsx'
import { TextField } from '#src/ui/field.tsx'
import { schoolyearsTexts as texts } from './schoolyears.texts.ts'

interface SchoolyearDialogProps {
  api: Api
  /** null for a new one */
  schoolyear: Schoolyear | null
  onSaved: (schoolyear: Schoolyear) => void
  onClose: () => void
}

/** The name of a new school year, or another name for one. */
export function SchoolyearDialog({ api, schoolyear, onSaved, onClose }: SchoolyearDialogProps) {
  const [name, setName] = useState(schoolyear?.name ?? '')
  const [error, setError] = useState<string>()
  const saving = useChange({
    send: async ({ fields: body }: FormEdit<{ name: string }>, { theirs }) => {
      const edit = schoolyear?._links.edit
      const { entity } = edit
        ? await api.follow(editSchoolyear, edit, { body: editBody(schoolyear, body, theirs) })
        : await api.call(createSchoolyear, { body })
      return entity
    },
    onSaved,
    rebase: rebaseForm,
    onFailed: (failure) =>
      setError(saveFailureText(failure, schoolyear ? texts.editFailed : texts.createFailed, takenNameTexts)),
    onYield: onClose,
  })
  return (
    <>
      <FormDialog
        title={schoolyear ? `Schooljaar ${schoolyear.name} wijzigen` : 'Nieuw schooljaar'}
        explanation={
          !schoolyear && 'Een nieuw schooljaar is nog niet actief: studenten zien er niets van tot je het activeert.'
        }
        submitLabel={schoolyear ? 'Opslaan' : 'Schooljaar aanmaken'}
        isBusy={saving.isBusy}
        isDirty={name !== (schoolyear?.name ?? '')}
        onSubmit={() => saving.change({ base: { name: schoolyear?.name ?? '' }, fields: { name } })}
        onClose={onClose}
      >
        <TextField
          label="Naam"
          hint="Bijvoorbeeld 2026-2027"
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.target.value)
            setError(undefined)
          }}
        />
      </FormDialog>
      {saving.dialog}
    </>
  )
}
