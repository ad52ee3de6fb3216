import { useState } from 'react'
import type { ListReply } from '#contract/list.ts'
import { listSchoolyears } from '#contract/schoolyear.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import type { Api } from '#src/api/api.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { ListPage, useJustMade } from '#src/parts/list-page/list-page.tsx'
import { LoadMoreButton, usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { useTell } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Table } from '#src/ui/table.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import { loadSchoolyears, type SchoolyearSort } from './load-schoolyears.ts'
import { SchoolyearDialog } from './schoolyear-dialog.tsx'
import { schoolyearsTexts as texts } from './schoolyears.texts.ts'

export function SchoolyearsScreen({ api, first }: { api: Api; first: ListReply<Schoolyear> }) {
  const tell = useTell()
  const justMade = useJustMade()
  const [editing, setEditing] = useState<Schoolyear | 'new' | null>(null)
  const list = usePagedList({
    api,
    target: listSchoolyears,
    first,
    loadSorted: (sort: SchoolyearSort) => loadSchoolyears(api, sort),
    upTo: justMade.last,
    onFailed: (error) => tell('error', saveFailureText(error, texts.loadFailed)),
  })
  const onSaved = (schoolyear: Schoolyear) => {
    if (editing === 'new') justMade.add(schoolyear.id)
    tell('success', editing === 'new' ? texts.created(schoolyear.name) : texts.edited(schoolyear.name))
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
