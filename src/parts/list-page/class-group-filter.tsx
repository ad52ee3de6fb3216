import { userFieldTexts } from '#domain/users/user.texts.ts'
import { Options, SelectField } from '#src/ui/field.tsx'

interface ClassGroupFilterProps {
  chosen: string | undefined
  classGroups: readonly string[]
  onChoose: (classGroup: string) => void
}

/** Filter by class group, hidden if there are none. Also offers one in the address that no longer exists, to be removed. */
export function ClassGroupFilter({ chosen, classGroups, onChoose }: ClassGroupFilterProps) {
  const names = chosen === undefined || classGroups.includes(chosen) ? classGroups : [chosen, ...classGroups]
  if (names.length === 0) return null
  return (
    <SelectField
      label={userFieldTexts.class_group.label}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">Alle</option>
      <Options of={names.map((name) => [name, name])} />
    </SelectField>
  )
}
