import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { GradebookReply } from '#contract/gradebook.calls.ts'
import { exportGradebook, readGradebook } from '#contract/gradebook.gen.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { gradebookColumns } from '#domain/results/gradebook.rules.ts'
import type { GradebookFilter, GradebookModule } from '#domain/results/gradebook.schema.ts'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { ClassGroupFilter, FilterBar } from '#src/parts/list-page/filter-bar.tsx'
import { EmptyList, ListPage, LoadMoreButton, ScreenLink, SearchForm } from '#src/parts/list-page/list-page.tsx'
import { usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { TitleSchoolyear } from '#src/parts/schoolyears.tsx'
import { useFollowed } from '#src/parts/use-followed.ts'
import { Options, SelectField } from '#src/ui/field.tsx'
import { gradebookTexts as texts } from './gradebook.texts.ts'
import { GradebookGrid } from './gradebook-grid.tsx'
import { type GradebookSearch, type LoadedGradebook, readGradebookSearch } from './load-gradebook.ts'

interface GradebookScreenProps {
  search: GradebookSearch
  /** null while the school has no school year */
  loaded: LoadedGradebook | null
}

export function GradebookScreen({ search, loaded }: GradebookScreenProps) {
  const navigate = useNavigate()
  if (!loaded)
    return (
      <EmptyList action={<ScreenLink to="/admin/schoolyears">{texts.toSchoolyears}</ScreenLink>}>
        {texts.noSchoolyears}
      </EmptyList>
    )
  const { schoolyears, chosen, first, ...choices } = loaded
  const { schoolyear, ...filter } = search
  const modules = first.modules.filter(({ expected }) => expected)
  const isEmpty = first.entities.length === 0
  const isNarrowed = countFilters(filter) > 0 || filter.search !== undefined
  const show = (wanted: GradebookSearch) => navigate({ to: '/admin/gradebook', search: wanted, resetScroll: false })
  return (
    <ListPage
      tools={
        <>
          <TitleSchoolyear
            label={texts.schoolyear}
            schoolyears={schoolyears}
            chosen={chosen}
            onChoose={(id) => show({ ...filter, schoolyear: id })}
          >
            {!isEmpty && (
              <DownloadButton target={exportGradebook} link={first._links.export} failed={texts.exportFailed}>
                {texts.export}
              </DownloadButton>
            )}
          </TitleSchoolyear>
          <GradebookFilters
            {...choices}
            filter={filter}
            modules={modules}
            onFilter={(wanted) => show({ ...wanted, ...(schoolyear !== undefined && { schoolyear }) })}
          />
        </>
      }
    >
      <div role="status">
        {isEmpty ? (
          <EmptyList>{isNarrowed ? texts.noneFound : texts.nobody}</EmptyList>
        ) : (
          <p data-text="small muted">
            {`${texts.found(first.count ?? 0, filter, nameOf(filter, first))} ${texts.intro}`}
          </p>
        )}
      </div>
      {!isEmpty && <FoundStudents key={JSON.stringify([chosen.id, filter])} schoolyearId={chosen.id} first={first} />}
    </ListPage>
  )
}

const nameOf = ({ uncompleted }: GradebookFilter, { modules }: GradebookReply): string =>
  modules.find(({ id }) => id === uncompleted)?.name ?? ''

/** Students found for one filter; another filter needs another `key`. */
function FoundStudents({ schoolyearId, first }: { schoolyearId: number; first: GradebookReply }) {
  const list = usePagedList({ target: readGradebook, first, failed: texts.loadFailed })
  const columns = useMemo(() => gradebookColumns(first.modules, list.entities), [first, list.entities])
  return (
    <>
      <GradebookGrid schoolyearId={schoolyearId} modules={columns} list={list} />
      <LoadMoreButton list={list}>{texts.more}</LoadMoreButton>
    </>
  )
}

interface GradebookFiltersProps {
  filter: GradebookFilter
  departments: readonly EducationDepartment[]
  classGroups: readonly string[]
  modules: readonly GradebookModule[]
  onFilter: (filter: GradebookFilter) => Promise<void>
}

function GradebookFilters({ filter: addressed, onFilter, ...choices }: GradebookFiltersProps) {
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
        <Options of={departments.map(({ id, name, archived }) => [id, archived ? texts.archived(name) : name])} />
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
        <Options of={modules.map(({ id, name }) => [id, name])} />
      </SelectField>
    </FilterBar>
  )
}

const countFilters = ({ search: _, ...filters }: GradebookFilter): number =>
  Object.values(filters).filter((value) => value !== undefined).length
