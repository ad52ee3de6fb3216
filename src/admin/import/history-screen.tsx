import { Link } from '@tanstack/react-router'
import type { ListReply } from '#contract/endpoint.ts'
import { listImports } from '#contract/import.gen.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { KeptImport } from '#domain/import/import.schema.ts'
import { listKind } from '#domain/import/import-kinds.ts'
import { ListPage, ListTable } from '#src/parts/list-page/list-page.tsx'
import { usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { Column } from '#src/ui/table.tsx'
import { historyTexts as texts } from './history.texts.ts'
import { ImportKinds } from './import-flow.tsx'

export function HistoryScreen({ first }: { first: ListReply<KeptImport> }) {
  const list = usePagedList({ target: listImports, first, failed: texts.loadFailed })
  return (
    <div data-layout="stack 2">
      <ImportKinds />
      <ListPage intro={texts.intro} emptyText={list.entities.length === 0 && texts.empty}>
        <ListTable list={list} caption={texts.caption} columns={columns} more={texts.more} />
      </ListPage>
    </div>
  )
}

const columns: Column<KeptImport>[] = [
  {
    key: 'kind',
    label: 'Wat',
    cell: ({ id, kind, at, place }) => (
      <div>
        <Link
          to="/admin/import/history/$importId"
          params={{ importId: String(id) }}
          data-text="strong"
          aria-label={texts.nameOf(listKind(kind).words.tab, instantLabel(at, Date.now()))}
        >
          {listKind(kind).words.tab}
        </Link>
        {place !== null && <p data-text="small muted figures">{place}</p>}
      </div>
    ),
  },
  {
    key: 'at',
    label: 'Wanneer',
    cell: ({ at }) => (
      <time translate="no" dateTime={at} title={instantLabel(at, 'any-time')}>
        {instantLabel(at, Date.now())}
      </time>
    ),
  },
  { key: 'actor', label: 'Door', cell: ({ actor }) => actor ?? texts.gonePerson },
  { key: 'added', label: 'Nieuw', align: 'end', cell: ({ added }) => added.toLocaleString('nl-NL') },
  { key: 'changed', label: 'Bijgewerkt', align: 'end', cell: ({ changed }) => changed.toLocaleString('nl-NL') },
  { key: 'state', label: 'Stand', cell: (kept) => <ImportState kept={kept} /> },
]

export const ImportState = ({ kept: { undone_at, undoer } }: { kept: KeptImport }) =>
  undone_at === null ? (
    <StatusLine tone="success">{texts.stands}</StatusLine>
  ) : (
    <StatusLine tone="warning" icon="minus">
      {texts.undone(instantLabel(undone_at, Date.now()), undoer ?? texts.gonePerson)}
    </StatusLine>
  )
