import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { exportGradebook, type GradebookReply, readGradebook } from '#contract/gradebook.ts'
import { gradebookColumns } from '#domain/results/gradebook.rules.ts'
import type { GradebookFilter } from '#domain/results/gradebook.schema.ts'
import type { Api } from '#src/api/api.ts'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { EmptyList, ListPage, ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { LoadMoreButton } from '#src/parts/list-page/list-table.tsx'
import { usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { TitleSchoolyear } from '#src/parts/schoolyears.tsx'
import { gradebookTexts as texts } from './gradebook.texts.ts'
import { countFilters, GradebookFilters } from './gradebook-filters.tsx'
import { GradebookGrid } from './gradebook-grid.tsx'
import type { GradebookSearch, LoadedGradebook } from './load-gradebook.ts'

interface GradebookScreenProps {
  api: Api
  /** year and filter from the page's address */
  search: GradebookSearch
  /** null while the school has no school year */
  loaded: LoadedGradebook | null
}

/** All published results of a school year: students by modules. */
export function GradebookScreen({ api, search, loaded }: GradebookScreenProps) {
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
              <DownloadButton api={api} target={exportGradebook} link={first._links.export} failed={texts.exportFailed}>
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
            {texts.found(first.count ?? 0, filter, nameOf(filter, first))} {texts.intro}
          </p>
        )}
      </div>
      {!isEmpty && (
        <FoundStudents key={JSON.stringify([chosen.id, filter])} api={api} schoolyearId={chosen.id} first={first} />
      )}
    </ListPage>
  )
}

const nameOf = ({ uncompleted }: GradebookFilter, { modules }: GradebookReply): string =>
  modules.find(({ id }) => id === uncompleted)?.name ?? ''

interface FoundStudentsProps {
  api: Api
  schoolyearId: number
  first: GradebookReply
}

/** Students found for one filter; another filter needs another `key`. */
function FoundStudents({ api, schoolyearId, first }: FoundStudentsProps) {
  const list = usePagedList({ api, target: readGradebook, first, failed: texts.loadFailed })
  const columns = useMemo(() => gradebookColumns(first.modules, list.entities), [first, list.entities])
  return (
    <>
      <GradebookGrid schoolyearId={schoolyearId} modules={columns} list={list} />
      <LoadMoreButton list={list}>{texts.more}</LoadMoreButton>
    </>
  )
}
