import { useState } from 'react'
import type { ListedModule } from '#domain/modules/module.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ListPage, useJustMade } from '#src/parts/list-page/list-page.tsx'
import { useTell } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Table } from '#src/ui/table.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import { ModuleDialog } from './module-dialog.tsx'
import { modulesTexts as texts } from './modules.texts.ts'

export function ModulesScreen({ api, modules }: { api: Api; modules: readonly ListedModule[] }) {
  const tell = useTell()
  const justMade = useJustMade()
  const [editing, setEditing] = useState<ListedModule | 'new' | null>(null)
  const onSaved = (module: ListedModule) => {
    if (editing === 'new') justMade.add(module.id)
    tell('success', editing === 'new' ? texts.created(module.name) : texts.edited(module.name))
    setEditing(null)
  }
  return (
    <>
      <ListPage
        intro="Modules zijn wat een student kan toetsen. Een module die niet meer in gebruik is, wordt nergens meer aangeboden."
        add={{ label: 'Module toevoegen', onAdd: () => setEditing('new') }}
        emptyText={modules.length === 0 && 'Er zijn nog geen modules. Maak de eerste aan.'}
      >
        <Table
          caption="Modules"
          rows={modules}
          keyOf={({ id }) => id}
          isNew={({ id }) => justMade.has(id)}
          columns={[
            { key: 'name', label: 'Naam', sortBy: ({ name }) => name, cell: ({ name }) => <strong>{name}</strong> },
            {
              key: 'description',
              label: 'Beschrijving',
              sortBy: ({ description }) => description,
              cell: ({ description }) => description,
            },
            {
              key: 'active',
              label: 'In gebruik',
              cell: (module) => <ActiveSwitch api={api} module={module} />,
            },
            {
              key: 'edit',
              label: 'Wijzigen',
              hideLabel: true,
              align: 'end',
              cell: (module) => (
                <Button
                  tone="quiet"
                  icon="edit"
                  aria-label={`Module ${module.name} wijzigen`}
                  onClick={() => setEditing(module)}
                >
                  Wijzigen
                </Button>
              ),
            },
          ]}
        />
      </ListPage>
      {editing && (
        <ModuleDialog
          api={api}
          module={editing === 'new' ? null : editing}
          onSaved={onSaved}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}
