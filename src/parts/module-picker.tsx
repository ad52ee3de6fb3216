import { useState } from 'react'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import { Form, Options, SelectField } from '#src/ui/field.tsx'
import type { Column } from '#src/ui/table.tsx'
import { ServerButton } from './writing/writing.tsx'

type PickableModule = Pick<Module, 'id' | 'name' | 'description' | 'active'>

interface ModulePickerProps {
  /** all modules of the school, including those out of use: an added one is offered once it is in use again */
  modules: readonly PickableModule[]
  isBusy: boolean
  onAdd: (module: PickableModule) => void
}

/** Select with all modules as 'name - description', and a button that adds the selected one. */
export function ModulePicker({ modules, isBusy, onAdd }: ModulePickerProps) {
  const [chosen, setChosen] = useState<number>()
  // Modules out of use are last; otherwise the order stays.
  const pickable = modules.toSorted((one, other) => Number(other.active) - Number(one.active))
  const module = pickable.find(({ id }) => id === chosen) ?? pickable[0]
  const add = () => {
    if (module && !isBusy) onAdd(module)
  }
  return (
    <Form data-layout="row 3 end" onSubmit={add}>
      <div data-layout="grows">
        <SelectField label="Module" value={module?.id} onChange={(event) => setChosen(Number(event.target.value))}>
          <Options
            of={pickable.map((each) => [each.id, `${moduleLabel(each)}${each.active ? '' : ' (niet in gebruik)'}`])}
          />
        </SelectField>
      </div>
      <ServerButton type="submit" icon="plus" busy={isBusy} disabled={!module}>
        Toevoegen
      </ServerButton>
    </Form>
  )
}

/** Last column of a table of modules: a button for each that removes it. */
export const removeColumn = <Row extends Pick<Module, 'name'>>(
  isBusy: boolean,
  onRemove: (module: Row, pressed: HTMLElement) => void,
): Column<Row> => ({
  key: 'remove',
  label: 'Verwijderen',
  hideLabel: true,
  align: 'end',
  cell: (module) => (
    <ServerButton
      tone="danger"
      disabled={isBusy}
      aria-label={`Module ${module.name} verwijderen`}
      onClick={({ currentTarget }) => onRemove(module, currentTarget)}
    >
      Verwijderen
    </ServerButton>
  ),
})
