import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { GradebookFilter, GradebookModule } from '#domain/results/gradebook.schema.ts'
import { ClassGroupFilter } from '#src/parts/list-page/class-group-filter.tsx'
import { FilterBar } from '#src/parts/list-page/filter-bar.tsx'
import { SearchForm } from '#src/parts/list-page/search-form.tsx'
import { useFollowed } from '#src/parts/use-followed.ts'
import { SelectField } from '#src/ui/field.tsx'
import { gradebookTexts as texts } from './gradebook.texts.ts'
import { readGradebookSearch } from './load-gradebook.ts'

interface GradebookFiltersProps {
  /** filter from the page's address */
  filter: GradebookFilter
  departments: readonly EducationDepartment[]
  /** names of the existing class groups */
  classGroups: readonly string[]
  /** modules that students may not have completed */
  modules: readonly GradebookModule[]
  /** changes the address */
  onFilter: (filter: GradebookFilter) => Promise<void>
}

/** Search and filters of the gradebook. */
export function GradebookFilters({ filter: addressed, onFilter, ...choices }: GradebookFiltersProps) {
  const { departments, classGroups, modules } = choices
  const [filter, narrow] = useFollowed(addressed, onFilter)
  const set = (changes: Partial<Record<keyof GradebookFilter, unknown>>) =>
    narrow(readGradebookSearch({ ...filter, ...changes }))
  return (
    <FilterBar
      label={texts.filters}
      count={countFilters(filter)}
      onClear={() => set({ department: undefined, class_group: undefined, uncompleted: undefined })}
      search={<SearchForm label={texts.search} search={filter.search ?? ''} onSearch={(search) => set({ search })} />}
    >
      <SelectField
        label={texts.department}
        value={filter.department ?? ''}
        onChange={({ target: { value } }) => set({ department: value === 'none' ? value : Number(value) })}
      >
        <option value="">{texts.all}</option>
        {departments.map(({ id, name, archived }) => (
          <option key={id} value={id}>
            {archived ? texts.archived(name) : name}
          </option>
        ))}
        <option value="none">{texts.none}</option>
      </SelectField>
      <ClassGroupFilter
        chosen={filter.class_group}
        classGroups={classGroups}
        onChoose={(class_group) => set({ class_group })}
      />
      <SelectField
        label={texts.uncompleted}
        value={filter.uncompleted ?? ''}
        onChange={({ target: { value } }) => set({ uncompleted: value === 'any' ? value : Number(value) })}
      >
        <option value="">{texts.notFiltered}</option>
        <option value="any">{texts.anyModule}</option>
        {modules.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </FilterBar>
  )
}

/** Number of filters that are set, without the search. */
export const countFilters = ({ search: _, ...filters }: GradebookFilter): number =>
  Object.values(filters).filter((value) => value !== undefined).length
