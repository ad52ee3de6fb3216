import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { GradebookFilter, GradebookModule } from '#domain/results/gradebook.schema.ts'
import { ClassGroupFilter } from '#src/parts/list-page/class-group-filter.tsx'
import { FilterBar } from '#src/parts/list-page/filter-bar.tsx'
import { SearchForm } from '#src/parts/list-page/search-form.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { gradebookTexts as texts } from './gradebook.texts.ts'

interface GradebookFiltersProps {
  /** filter from the page's address */
  filter: GradebookFilter
  departments: readonly EducationDepartment[]
  /** names of the existing class groups */
  classGroups: readonly string[]
  /** modules that students may not have completed */
  modules: readonly GradebookModule[]
  /** called with the changes; undefined removes a filter */
  onChange: (changes: Partial<Record<keyof GradebookFilter, unknown>>) => void
}

/** Search and filters of the gradebook. */
export const GradebookFilters = ({ filter, departments, classGroups, modules, onChange }: GradebookFiltersProps) => (
  <FilterBar
    label={texts.filters}
    count={countFilters(filter)}
    onClear={() => onChange({ department: undefined, class_group: undefined, uncompleted: undefined })}
    search={
      <SearchForm label={texts.search} search={filter.search ?? ''} onSearch={(search) => onChange({ search })} />
    }
  >
    <SelectField
      label={texts.department}
      value={filter.department ?? ''}
      onChange={({ target: { value } }) => onChange({ department: value === 'none' ? value : Number(value) })}
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
      onChoose={(class_group) => onChange({ class_group })}
    />
    <SelectField
      label={texts.uncompleted}
      value={filter.uncompleted ?? ''}
      onChange={({ target: { value } }) => onChange({ uncompleted: value === 'any' ? value : Number(value) })}
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

/** Number of filters that are set, without the search. */
export const countFilters = ({ search: _, ...filters }: GradebookFilter): number =>
  Object.values(filters).filter((value) => value !== undefined).length
