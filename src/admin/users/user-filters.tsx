import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { roleTexts } from '#domain/users/user.texts.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import { ClassGroupFilter } from '#src/parts/list-page/class-group-filter.tsx'
import { DayFilter, FilterBar } from '#src/parts/list-page/filter-bar.tsx'
import { SearchForm } from '#src/parts/list-page/search-form.tsx'
import { useFollowed } from '#src/parts/use-followed.ts'
import { SelectField } from '#src/ui/field.tsx'
import { countFilters, readUserFilter } from './user-filter.ts'
import { filterTexts as texts } from './users.texts.ts'

interface UserFiltersProps {
  /** filter from the page's address */
  filter: UserFilter
  departments: readonly EducationDepartment[]
  /** names of the existing class groups */
  classGroups: readonly string[]
  /** changes the address */
  onFilter: (filter: UserFilter) => Promise<void>
}

/** Filters that few searches need. */
const MORE = ['class_group', 'letter', 'activated', 'enrolled', 'login_before'] as const

/** Search and filters of the list. */
export function UserFilters({ filter: addressed, departments, classGroups, onFilter }: UserFiltersProps) {
  const [filter, narrow] = useFollowed(addressed, onFilter)
  const { search, ...others } = filter
  const set = (changes: Record<string, unknown>) =>
    narrow({ ...(search !== undefined && { search }), ...readUserFilter({ ...others, ...changes }) })
  return (
    <FilterBar
      label="Filters"
      search={
        <SearchForm
          label={texts.search}
          search={search ?? ''}
          onSearch={(wanted) => narrow({ ...filter, search: wanted })}
        />
      }
      hasMore={MORE.some((name) => filter[name] !== undefined)}
      more={
        <>
          <ClassGroupFilter
            chosen={filter.class_group}
            classGroups={classGroups}
            onChoose={(class_group) => set({ class_group })}
          />
          <SelectField
            label="Account"
            value={filter.letter ?? filter.activated ?? ''}
            onChange={({ target: { value } }) => set({ activated: value, letter: value })}
          >
            <option value="">{texts.all}</option>
            {Object.entries(texts.account).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Inschrijvingen"
            value={filter.enrolled ?? ''}
            onChange={({ target }) => set({ enrolled: target.value })}
          >
            <option value="">{texts.all}</option>
            <option value="not-this-year">{texts.notThisYear}</option>
            <option value="never">{texts.neverEnrolled}</option>
          </SelectField>
          <DayFilter
            label="Ingelogd vóór"
            title={texts.loginBefore}
            noDay={texts.noDay}
            day={filter.login_before}
            onChoose={(day) => set({ login_before: day })}
          />
        </>
      }
      count={countFilters(filter)}
      onClear={() => narrow(search === undefined ? {} : { search })}
    >
      <SelectField label="Type" value={filter.type ?? ''} onChange={({ target }) => set({ type: target.value })}>
        <option value="">{texts.all}</option>
        {Object.entries(roleTexts).map(([role, { label }]) => (
          <option key={role} value={role}>
            {label}
          </option>
        ))}
        <option value="none">Geen</option>
      </SelectField>
      <SelectField
        label="Studierichting"
        value={filter.department ?? ''}
        onChange={({ target: { value } }) => set({ department: value === 'none' ? value : Number(value) })}
      >
        <option value="">{texts.all}</option>
        {departments.map(({ id, name, archived }) => (
          <option key={id} value={id}>
            {archived ? `${name} (gearchiveerd)` : name}
          </option>
        ))}
        <option value="none">Geen</option>
      </SelectField>
    </FilterBar>
  )
}
