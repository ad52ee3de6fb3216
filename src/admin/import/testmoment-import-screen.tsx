import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { TestmomentImportPreview } from '#contract/import.calls.ts'
import { importTestmoments, previewTestmomentImport } from '#contract/import.gen.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { ColumnReading, SameDay, TestmomentLine } from '#domain/import/import.schema.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useApi } from '#src/api/use-api.ts'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { EmptyList, ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { MomentName } from '#src/parts/moment-name.tsx'
import { SchoolyearField } from '#src/parts/schoolyears.tsx'
import { RadioList } from '#src/ui/radio-list.tsx'
import type { Column } from '#src/ui/table.tsx'
import { sameDayTexts, importTexts as texts } from './import.texts.ts'
import { ImportFlow, ImportKinds } from './import-flow.tsx'
import type { LoadedTestmomentImport } from './load-import.ts'
import { momentsMessage } from './moments-message.ts'
import type { Importable } from './use-import.ts'

export function TestmomentImportScreen({ loaded }: { loaded: LoadedTestmomentImport }) {
  const api = useApi()
  const navigate = useNavigate()
  const [sameDay, setSameDay] = useState<SameDay>()
  const { schoolyears, chosen, remembered } = loaded
  const choose = (schoolyear: number) =>
    navigate({ to: '/admin/import/testmoments', search: { schoolyear }, replace: true, resetScroll: false })
  return (
    <div data-layout="stack 4">
      <ImportKinds>
        <BackLink to="/admin/testmoments" search={chosen ? { schoolyear: chosen.id } : {}}>
          Toetsmoment Beheer
        </BackLink>
      </ImportKinds>
      {chosen ? (
        <ImportFlow
          importable={testmomentImport(api, chosen, remembered, sameDay)}
          renderMending={({ lines }) => <SameDayChoice lines={lines} chosen={sameDay} onChange={setSameDay} />}
          renderOnwards={() => (
            <Link to="/admin/testmoments" search={{ schoolyear: chosen.id }}>
              Naar Toetsmomenten
            </Link>
          )}
        >
          <SchoolyearField label="Schooljaar" schoolyears={schoolyears} chosen={chosen} onChoose={choose} />
        </ImportFlow>
      ) : (
        <EmptyList action={<ScreenLink to="/admin/schoolyears">{texts.toSchoolyears}</ScreenLink>}>
          {texts.noSchoolyears}
        </EmptyList>
      )}
    </div>
  )
}

export const testmomentImport = (
  api: Api,
  { id: schoolyear_id }: Schoolyear,
  remembered: readonly ColumnReading[],
  same_day?: SameDay,
): Importable<TestmomentLine, TestmomentImportPreview> => ({
  kind: 'testmoments',
  place: schoolyear_id,
  remembered,
  settings: same_day ?? '',
  preview: (list) => api.call(previewTestmomentImport, { body: { ...list, schoolyear_id, same_day } }),
  confirm: (list, message) => api.call(importTestmoments, { body: { ...list, schoolyear_id, same_day, message } }),
  offerMessage: ({ lines, students_concerned }) =>
    students_concerned === 0 ? null : { proposed: messageAbout(lines), recipients: students_concerned },
  columns,
})

const messageAbout = (lines: readonly TestmomentLine[]) =>
  momentsMessage(
    lines.flatMap(({ date, duration, changes, findings }) =>
      date !== null && findings.some(({ verdict }) => verdict === 'students-untold')
        ? [{ moment: { date, duration }, changes }]
        : [],
    ),
  )

interface SameDayChoiceProps {
  lines: readonly TestmomentLine[]
  /** undefined while nothing is chosen */
  chosen: SameDay | undefined
  onChange: (chosen: SameDay) => void
}

/** Asked where it matters: is a line with another time the existing moment on its day? */
function SameDayChoice({ lines, chosen, onChange }: SameDayChoiceProps) {
  const has = (verdict: string) => lines.some(({ findings }) => findings.some((finding) => finding.verdict === verdict))
  const isMoved = has('time-moved')
  if (chosen === undefined && !isMoved && !has('beside-others')) return null
  return (
    <RadioList<SameDay>
      legend={sameDayTexts.legend}
      options={[
        { value: 'other', label: sameDayTexts.other, hint: sameDayTexts.otherHint },
        { value: 'same', label: sameDayTexts.same, hint: sameDayTexts.sameHint },
      ]}
      value={chosen ?? (isMoved ? 'same' : 'other')}
      onChange={onChange}
    />
  )
}

const momentCell = ({ date, typed_date, ...line }: TestmomentLine) =>
  date === null ? typed_date || '—' : <MomentName moment={{ date, ...line }} now={Date.now()} />

const timeOf = (instant: string | null): string => (instant === null ? '—' : instantLabel(instant, Date.now()))

const columns: Column<TestmomentLine>[] = [
  {
    key: 'date',
    label: 'Moment',
    least: [6.5, 6.5],
    cell: momentCell,
    sortBy: ({ date, typed_date }) => date ?? typed_date,
  },
  { key: 'modules', label: 'Modules', cell: ({ modules }) => modules.join(', ') || texts.allModules },
  {
    key: 'seats',
    label: 'Plaatsen',
    align: 'end',
    cell: ({ seats }) => (seats === 0 ? 'onbeperkt' : seats),
  },
  {
    key: 'limit',
    label: 'Maximum',
    align: 'end',
    cell: ({ max_enrollments }) => (max_enrollments === 0 ? 'geen' : max_enrollments),
  },
  { key: 'opens', label: 'Opent', cell: (line) => timeOf(line.enrollments_open_at) },
  { key: 'closes', label: 'Sluit', cell: (line) => timeOf(line.enrollments_close_at) },
]
