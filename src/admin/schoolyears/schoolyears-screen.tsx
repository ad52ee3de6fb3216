import { useState } from 'react'
import type { ListReply } from '#contract/endpoint.ts'
import { createSchoolyear, editSchoolyear, listSchoolyears } from '#contract/schoolyears.ts'
import { takenNameTexts } from '#domain/entities/school-name.texts.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { FormDialog } from '#src/parts/editing/form-dialog.tsx'
import { saveFailureText, unseatedText } from '#src/parts/editing/save.texts.ts'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { type FormEdit, rebaseForm, useChange } from '#src/parts/editing/use-change.tsx'
import { ListPage, useJustMade } from '#src/parts/list-page/list-page.tsx'
import { LoadMoreButton, usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Table } from '#src/ui/table.tsx'
import { loadSchoolyears, type SchoolyearSort } from './load-schoolyears.ts'

export function SchoolyearsScreen({ api, first }: { api: Api; first: ListReply<Schoolyear> }) {
  const notify = useNotify()
  const justMade = useJustMade()
  const [editing, setEditing] = useState<Schoolyear | 'new' | null>(null)
  const list = usePagedList({
    api,
    target: listSchoolyears,
    first,
    loadSorted: (sort: SchoolyearSort) => loadSchoolyears(api, sort),
    upTo: justMade.last,
    onFailed: (error) => notify('error', saveFailureText(error, texts.loadFailed)),
  })
  const onSaved = (schoolyear: Schoolyear) => {
    if (editing === 'new') justMade.add(schoolyear.id)
    notify('success', editing === 'new' ? texts.created(schoolyear.name) : texts.edited(schoolyear.name))
    setEditing(null)
  }
  return (
    <>
      <ListPage
        intro="Het actieve schooljaar bepaalt welke toetsmomenten studenten zien. Er is er hooguit één actief."
        add={{ label: 'Schooljaar toevoegen', onAdd: () => setEditing('new') }}
        emptyText={list.entities.length === 0 && 'Er zijn nog geen schooljaren. Maak het eerste aan.'}
      >
        <Table
          caption="Schooljaren"
          rows={list.entities}
          arrived={list.arrived}
          ordering={list.ordering}
          onFocusRow={list.onFocusRow}
          keyOf={({ id }) => id}
          isNew={({ id }) => justMade.has(id)}
          columns={[
            { key: 'name', label: 'Naam', sortBy: ({ name }) => name, cell: ({ name }) => name },
            {
              key: 'active',
              label: 'Actief',
              cell: (schoolyear) => <ActiveSwitch api={api} schoolyear={schoolyear} />,
            },
            {
              key: 'edit',
              label: 'Wijzigen',
              hideLabel: true,
              align: 'end',
              cell: (schoolyear) => (
                <Button
                  tone="quiet"
                  icon="edit"
                  aria-label={`Schooljaar ${schoolyear.name} wijzigen`}
                  onClick={() => setEditing(schoolyear)}
                >
                  Wijzigen
                </Button>
              ),
            },
          ]}
        />
        <LoadMoreButton list={list}>Meer schooljaren laden</LoadMoreButton>
      </ListPage>
      {editing && (
        <SchoolyearDialog
          api={api}
          schoolyear={editing === 'new' ? null : editing}
          onSaved={onSaved}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

interface ActiveSwitchProps {
  api: Api
  schoolyear: Schoolyear
}

const ActiveSwitch = ({ api, schoolyear }: ActiveSwitchProps) => (
  <SavingSwitch
    label={`Schooljaar ${schoolyear.name} actief`}
    checked={schoolyear.active}
    link={schoolyear._links.edit}
    save={(link, active, { confirmed, theirs }) =>
      api.follow(editSchoolyear, link, { query: { confirmed }, body: editBody(schoolyear, { active }, theirs) })
    }
    savedText={({ entity, ...made }) =>
      entity.active
        ? `${texts.activated(entity.name, made.enrollments_made)}${unseatedText(made)}.`
        : texts.deactivated(entity.name)
    }
    confirmTitle={texts.activateQuestion(schoolyear.name)}
    confirmLabel="Schooljaar activeren"
  />
)

interface SchoolyearDialogProps {
  api: Api
  /** null for a new one */
  schoolyear: Schoolyear | null
  onSaved: (schoolyear: Schoolyear) => void
  onClose: () => void
}

/** The name of a new school year, or another name for one. */
function SchoolyearDialog({ api, schoolyear, onSaved, onClose }: SchoolyearDialogProps) {
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

const texts = {
  created: (name: string) => `Schooljaar ${name} is aangemaakt.`,
  edited: (name: string) => `Schooljaar ${name} is gewijzigd.`,
  activated: (name: string, made: number) =>
    made === 0
      ? `Schooljaar ${name} is nu actief`
      : `Schooljaar ${name} is nu actief. ${made === 1 ? 'Er is 1 student automatisch ingeschreven' : `Er zijn ${made} automatische inschrijvingen gemaakt`}`,
  activateQuestion: (name: string) => `Schooljaar ${name} activeren?`,
  deactivated: (name: string) => `Schooljaar ${name} is niet meer actief.`,
  createFailed: 'Aanmaken van schooljaar mislukt',
  editFailed: 'Wijzigen van schooljaar mislukt',
  loadFailed: 'Ophalen van schooljaren mislukt',
}
