import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { importResults, previewResultImport } from '#contract/results.gen.ts'
import type { ResultLine } from '#domain/import/import.schema.ts'
import { resultCellLabel } from '#domain/results/result.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { Options, SelectField } from '#src/ui/field.tsx'
import type { Column } from '#src/ui/table.tsx'
import { importTexts as texts } from './import.texts.ts'
import { ImportFlow } from './import-flow.tsx'
import { ListChoice } from './list-choice.tsx'
import type { LoadedResultImport } from './load-import.ts'
import type { Importable } from './use-import.ts'

export function ResultImportScreen({ schoolyearId, loaded }: { schoolyearId: string; loaded: LoadedResultImport }) {
  const api = useApi()
  const { testmoment, modules } = loaded.results
  const [moduleId, setModuleId] = useState(modules.length === 1 ? modules[0]?.id : undefined)
  const [round, setRound] = useState(false)
  const params = { schoolyearId, testmomentId: String(testmoment.id) }
  const where = { params: { id: testmoment.id } }
  const importable: Importable<ResultLine> = {
    kind: 'results',
    place: moduleId ?? 0,
    remembered: loaded.remembered,
    settings: String(round),
    preview: (list) => api.call(previewResultImport, { ...where, body: { ...list, module_id: moduleId, round } }),
    confirm: (list) => api.call(importResults, { ...where, body: { ...list, module_id: moduleId, round } }),
    columns,
    modules,
  }
  return (
    <div data-layout="stack 4">
      <BackLink to="/schoolyear/$schoolyearId/testmoment/$testmomentId/results" params={params}>
        Uitslagen
      </BackLink>
      <ImportFlow
        importable={importable}
        renderMending={({ lines }) =>
          lines.some(isTooPrecise) && (
            <ListChoice label={texts.round} hint={texts.roundHint} isChosen={round} onChange={setRound} />
          )
        }
        renderOnwards={() => (
          <Link to="/schoolyear/$schoolyearId/testmoment/$testmomentId/results" params={params}>
            {texts.toResults}
          </Link>
        )}
      >
        <SelectField
          label={texts.moduleOfBareLines}
          value={moduleId ?? ''}
          onChange={({ target }) => setModuleId(target.value === '' ? undefined : Number(target.value))}
        >
          <option value="">{texts.moduleInList}</option>
          <Options of={modules.map(({ id, name }) => [id, name])} />
        </SelectField>
      </ImportFlow>
    </div>
  )
}

/** Whether a line has more decimals than a grade, rounded or not. */
const isTooPrecise = ({ findings }: ResultLine): boolean =>
  findings.some(({ verdict }) => verdict === 'grade-too-precise' || verdict === 'grade-rounded')

const columns: Column<ResultLine>[] = [
  {
    key: 'student',
    label: 'Student',
    least: [6.5, 6.5],
    cell: ({ student, name }) => (
      <div>
        <span translate="no">{name ?? (student || '—')}</span>
        {name !== null && <p data-text="small muted figures">{student}</p>}
      </div>
    ),
    sortBy: ({ name, student }) => name ?? student,
  },
  { key: 'module', label: 'Module', cell: ({ module }) => module || '—', sortBy: ({ module }) => module },
  {
    key: 'result',
    label: 'Uitslag',
    align: 'end',
    cell: ({ typed, value, before }) => {
      const now = value === null ? typed || '—' : resultCellLabel(value)
      return before === null ? now : `${resultCellLabel(before)} → ${now}`
    },
  },
]
