import type { UnknownDepartment } from '#domain/import/import.schema.ts'
import { Options, SelectField } from '#src/ui/field.tsx'
import styles from './import.module.css'
import { departmentTexts as texts } from './import.texts.ts'

export type MeantDepartments = ReadonlyMap<string, { unknown: UnknownDepartment; id: number }>

export const NOTHING_MEANT: MeantDepartments = new Map()

interface DepartmentChoicesProps {
  unknown: readonly UnknownDepartment[]
  meant: MeantDepartments
  onChange: (meant: MeantDepartments) => void
}

const MOST_NEAR = 3

/** For each unknown name of a department, a select for the one that is meant in all lines with that name. */
export function DepartmentChoices({ unknown, meant, onChange }: DepartmentChoicesProps) {
  const asked = [...[...meant.values()].map((known) => known.unknown), ...unknown]
  if (asked.length === 0) return null
  const choose = (one: UnknownDepartment, chosen: string) => {
    const next = new Map(meant)
    if (chosen === '') next.delete(one.name)
    else next.set(one.name, { unknown: one, id: Number(chosen) })
    onChange(next)
  }
  return (
    <fieldset className={styles.meant} data-layout="stack 1" data-text="small">
      <legend>{texts.legend}</legend>
      {asked.map((one) => (
        <SelectField
          key={one.name}
          label={texts.name(one.name, one.lines)}
          value={meant.get(one.name)?.id ?? ''}
          onChange={({ target }) => choose(one, target.value)}
        >
          <option value="">{texts.choose}</option>
          <optgroup label={texts.near}>
            <Options of={one.nearest.slice(0, MOST_NEAR).map(({ id, name }) => [id, name])} />
          </optgroup>
          {one.nearest.length > MOST_NEAR && (
            <optgroup label={texts.others}>
              <Options of={one.nearest.slice(MOST_NEAR).map(({ id, name }) => [id, name])} />
            </optgroup>
          )}
        </SelectField>
      ))}
    </fieldset>
  )
}
