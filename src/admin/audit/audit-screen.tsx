import { Link, useNavigate } from '@tanstack/react-router'
import { type AuditReply, exportAudit } from '#contract/audit.ts'
import type { AuditFilter } from '#domain/audit/audit.schema.ts'
import type { Api } from '#src/api/api.ts'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { ListPage } from '#src/parts/list-page/list-page.tsx'
import { type FilterName, recordLabel, auditScreenTexts as texts } from './audit.texts.ts'
import { tidyFilter } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'

interface AuditScreenProps {
  api: Api
  /** filter from the page's address */
  filter: AuditFilter
  first: AuditReply
}

/** Log of the teachers' acts, latest first. */
export function AuditScreen({ api, filter, first }: AuditScreenProps) {
  const navigate = useNavigate()
  const narrow = (wanted: AuditFilter) =>
    navigate({ to: '/admin/audit', search: tidyFilter(wanted), resetScroll: false })
  const without = (name: FilterName) => {
    const { [name]: _, ...others } = filter
    void narrow(name === 'resource_id' ? { ...others, resource: undefined } : others)
  }
  const heading = headingOf(filter, first)
  const filters = (
    <div data-layout="grid 4" data-room="wide">
      {heading && (
        <div data-layout="row 2 x5 baseline" data-text="breaks">
          <h2>{heading}</h2>
          <Link to="/admin/audit">{texts.wholeLog}</Link>
        </div>
      )}
      <AuditFilters api={api} filter={filter} asked={first.asked} onFilter={narrow} />
    </div>
  )
  return (
    <ListPage tools={filters}>
      <AuditList key={JSON.stringify(filter)} api={api} filter={filter} first={first} onWithout={without}>
        <DownloadButton
          api={api}
          target={exportAudit}
          link={first._links.export}
          failed={texts.exportFailed}
          refusals={texts.refusals}
        >
          {texts.export}
        </DownloadButton>
      </AuditList>
      <p data-text="small muted" data-width="44">
        {texts.intro}
      </p>
    </ListPage>
  )
}

/** Heading for the log of one record or of one import; null for the whole log. */
function headingOf({ resource, resource_id, import_id, lines }: AuditFilter, { asked }: AuditReply): string | null {
  if (lines !== undefined) return texts.parts
  if (import_id !== undefined) return recordLabel('import', asked.import)
  return resource !== undefined && resource_id !== undefined ? recordLabel(resource, asked.subject) : null
}
