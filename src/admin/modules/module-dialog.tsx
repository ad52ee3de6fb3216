import { useState } from 'react'
import { createModule, editModule } from '#contract/module.ts'
import { takenNameTexts } from '#domain/entities/school-name.texts.ts'
import type { ListedModule } from '#domain/modules/module.schema.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { FormDialog } from '#src/parts/editing/form-dialog.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { type FormEdit, rebaseForm, useChange } from '#src/parts/editing/use-change.tsx'
import { isChanged } from '#src/parts/editing/use-draft.ts'
import { Alert } from '#src/ui/alert.tsx'
import { TextField } from '#src/ui/field.tsx'
import { modulesTexts as texts } from './modules.texts.ts'

interface ModuleDialogProps {
  api: Api
  /** null for a new one */
  module: ListedModule | null
  onSaved: (module: ListedModule) => void
  onClose: () => void
}

/** A new module, or another description for one: its name never changes. */
export function ModuleDialog({ api, module, onSaved, onClose }: ModuleDialogProps) {
  const before = { name: module?.name ?? '', description: module?.description ?? '' }
  const [name, setName] = useState(before.name)
  const [description, setDescription] = useState(before.description)
  const [error, setError] = useState<string>()
  const saving = useChange({
    send: async ({ fields: body }: FormEdit<typeof before>, { theirs }) => {
      const edit = module?._links.edit
      const { entity } = edit
        ? await api.follow(editModule, edit, { body: editBody(module, body, theirs) })
        : await api.call(createModule, { body })
      return entity
    },
    onSaved,
    rebase: rebaseForm,
    onFailed: (failure) =>
      setError(saveFailureText(failure, module ? texts.editFailed : texts.createFailed, takenNameTexts)),
    onYield: onClose,
  })
  return (
    <>
      <FormDialog
        title={module ? `Module ${module.name} wijzigen` : 'Nieuwe module'}
        submitLabel={module ? 'Opslaan' : 'Module aanmaken'}
        isBusy={saving.isBusy}
        isDirty={isChanged(before, { name, description })}
        onSubmit={() => saving.change({ base: before, fields: { name, description } })}
        onClose={onClose}
      >
        <TextField
          label="Naam"
          hint={
            module
              ? 'De naam van een module verandert niet.'
              : 'Een korte code, bijvoorbeeld ALG1. Je kunt de naam later niet wijzigen.'
          }
          readOnly={module !== null}
          value={name}
          error={module ? undefined : error}
          onChange={(event) => {
            setName(event.target.value)
            setError(undefined)
          }}
        />
        <TextField label="Beschrijving" value={description} onChange={(event) => setDescription(event.target.value)} />
        {module && error && <Alert>{error}</Alert>}
      </FormDialog>
      {saving.dialog}
    </>
  )
}
