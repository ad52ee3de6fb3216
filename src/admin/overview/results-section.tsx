import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { exportResultStatistics } from '#contract/statistics.gen.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { distinctLabels } from '#domain/calendar/distinct-labels.ts'
import type { DepartmentResults, PassFigure, TestmomentResults } from '#domain/statistics/statistics.schema.ts'
import {
  departmentLabel,
  inClassGroupLabel,
  passesLabel,
  shareLabel,
  TOO_FEW,
  WITHHELD,
  withheldLabel,
} from '#domain/statistics/statistics.texts.ts'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { SchoolyearField } from '#src/parts/schoolyears.tsx'
import { type Bar, BarPlot } from '#src/ui/bar-plot.tsx'
import { Card } from '#src/ui/card.tsx'
import type { YearResults } from './load-overview.ts'
import { overviewTexts as texts } from './overview.texts.ts'

/** Results and attendance of a school year: each figure as a bar and as text on the same line. */
export function ResultsSection({ results }: { results: YearResults }) {
  const navigate = useNavigate()
  const { schoolyears, chosen, figures } = results
  const choose = (schoolyear: number) => navigate({ to: '/admin/overview', search: { schoolyear }, replace: true })
  return (
    <Card>
      <section data-layout="stack 4 top" aria-labelledby="results">
        <div data-layout="row 2 x8 end between">
          <h2 id="results">Uitslagen en opkomst</h2>
          <div data-layout="row 3 end lean">
            <SchoolyearField label={texts.ofSchoolyear} schoolyears={schoolyears} chosen={chosen} onChoose={choose} />
            <DownloadButton target={exportResultStatistics} link={figures._links.export} failed={texts.figuresFailed}>
              {texts.exportFigures}
            </DownloadButton>
          </div>
        </div>
        <Figures {...figures} />
      </section>
    </Card>
  )
}

function Figures({ modules, testmoments, departments = [] }: YearResults['figures']) {
  const graded = testmoments.filter((entry) => entry.graded)
  const ticked = testmoments.filter((entry) => entry.ticked)
  // Coming moments are in the section above.
  const today = dayOf(Date.now())
  const seated = testmoments.filter(({ testmoment }) => testmoment.seats > 0 && testmoment.date <= today)
  return (
    <>
      {graded.length === 0 ? (
        <p>{texts.noResults}</p>
      ) : (
        <div data-layout="grid 5 x8 columns">
          <Plot
            title="Geslaagd per module"
            head="Module"
            bars={modules.map(({ id, name, passes }) => ({ key: id, label: name, ...passBar(passes) }))}
          />
          <Plot
            title="Geslaagd per toetsmoment"
            head="Toetsmoment"
            bars={momentBars(graded, (entry) => passBar(entry.passes))}
          />
          {departments.length > 0 && <DepartmentPlots departments={departments} />}
        </div>
      )}
      {ticked.length === 0 && <p>{texts.noPresence}</p>}
      <div data-layout="grid 5 x8 columns">
        {ticked.length > 0 && <Plot title={texts.absences} head="Toetsmoment" bars={momentBars(ticked, absenceBar)} />}
        {seated.length > 0 && <Plot title={texts.occupancy} head="Toetsmoment" bars={momentBars(seated, roomBar)} />}
      </div>
      {(graded.length > 0 || ticked.length > 0) && (
        <p data-text="small muted">{[texts.smallGroups, ...notesOn(departments)].join(' ')}</p>
      )}
    </>
  )
}

/** The departments, each followed by its class groups. */
const DepartmentPlots = ({ departments }: { departments: readonly DepartmentResults[] }) => (
  <div data-layout="stack 4 top">
    <Plot
      title="Geslaagd per studierichting"
      head="Studierichting"
      bars={departments.map((results) => ({
        key: results.department?.id ?? 0,
        label: departmentLabel(results),
        ...groupBar(results),
      }))}
    />
    {departments
      .filter(({ class_groups }) => class_groups.length > 0)
      .map((results) => (
        <details key={results.department?.id ?? 0}>
          <summary data-layout="target">{texts.classGroupsOf(departmentLabel(results))}</summary>
          <Plot
            title={texts.passedByClassGroup(departmentLabel(results))}
            head="Klas"
            bars={results.class_groups.map((group, at) => ({
              key: at,
              label: inClassGroupLabel(group.name),
              ...groupBar(group),
            }))}
          />
        </details>
      ))}
  </div>
)

/** Why the figures of some departments are not shown. */
function notesOn(departments: readonly DepartmentResults[]): string[] {
  const groups = departments.flatMap((results) => [results, ...results.class_groups])
  const labels = groups.flatMap(({ students, passes }) => (passes === null ? withheldLabel(students) : []))
  return [
    ...(labels.includes(TOO_FEW) ? [texts.smallClassGroups] : []),
    ...(labels.includes(WITHHELD) ? [texts.withheld] : []),
  ]
}

/** Most moments drawn, the latest ones; the export has all of them. */
const MOST_DRAWN = 15

function Plot({ title, head, bars }: { title: string; head: string; bars: readonly Bar[] }) {
  const id = useId()
  const further = bars.length - MOST_DRAWN
  return (
    <section data-layout="grid 2 top" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <BarPlot labelledBy={id} heads={[head, title]} bars={bars.slice(-MOST_DRAWN)} />
      {further > 0 && <p data-text="small muted">{texts.furtherInExport(further)}</p>}
    </section>
  )
}

function momentBars(entries: readonly TestmomentResults[], draw: (entry: TestmomentResults) => Drawn): Bar[] {
  const labels = distinctLabels(
    entries.map(({ testmoment }) => testmoment),
    Date.now(),
  )
  return entries.map((entry, at) => ({ key: entry.testmoment.id, label: labels[at] ?? '', ...draw(entry) }))
}

type Drawn = Pick<Bar, 'value' | 'most' | 'text'>

/** All bars have a frame of the same length, since they are shares. */
const shareBar = (part: number, whole: number, text: string): Drawn => ({ value: part / whole, most: 1, text })

const passBar = (passes: PassFigure | null): Drawn => {
  const text = passesLabel(passes)
  return passes === null ? { value: 0, text } : shareBar(passes.passed, passes.counted, text)
}

const groupBar = ({ students, passes }: Pick<DepartmentResults, 'students' | 'passes'>): Drawn =>
  passes === null ? { value: 0, text: withheldLabel(students) } : passBar(passes)

const absenceBar = ({ presence }: TestmomentResults): Drawn => {
  if (presence === null) return { value: 0, text: TOO_FEW }
  const absent = presence.ticked - presence.present
  return shareBar(absent, presence.ticked, shareLabel(absent, presence.ticked))
}

const roomBar = ({ testmoment: { seats }, enrollments, presence }: TestmomentResults): Drawn =>
  shareBar(enrollments, seats, texts.filled(enrollments, seats, presence?.present ?? null))
