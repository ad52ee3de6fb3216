import { type FormEvent, useState } from 'react'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { SelectField } from '#src/ui/field.tsx'
import styles from './module-picker.module.css'

type PickableModule = Pick<Module, 'id' | 'name' | 'description' | 'active'>

interface ModulePickerProps {
  /** all of the school, also those out of use: added, they are offered once they are in use again */
  modules: readonly PickableModule[]
  isBusy: boolean
  onAdd: (module: PickableModule) => void
}

/** All modules as 'name - description', and a button to add the one that is chosen. */
export function ModulePicker({ modules, isBusy, onAdd }: ModulePickerProps) {
  const [chosen, setChosen] = useState<number>()
  // Those out of use last, else in the order in which they came.
  const pickable = modules.toSorted((one, other) => Number(other.active) - Number(one.active))
  const module = pickable.find(({ id }) => id === chosen) ?? pickable[0]
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (module && !isBusy) onAdd(module)
  }
  return (
    <form className={styles.picker} data-layout="row 3 end" onSubmit={add}>
      <SelectField label="Module" value={module?.id} onChange={(event) => setChosen(Number(event.target.value))}>
        {pickable.map((each) => (
          <option key={each.id} value={each.id}>
            {moduleLabel(each)}
            {!each.active && ' (niet in gebruik)'}
          </option>
        ))}
      </SelectField>
      <ServerButton type="submit" icon="plus" busy={isBusy} disabled={!module}>
        Toevoegen
      </ServerButton>
    </form>
  )
}
