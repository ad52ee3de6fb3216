import { type ReactNode, useEffect, useRef, useState } from 'react'
import { previewGroupAct } from '#contract/enrolled-students.gen.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { linesOf, MAX_MODULES_AT_ONCE, MAX_PEOPLE } from '#domain/enrollments/group-act.rules.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import { isStudent } from '#domain/users/roles.ts'
import { useApi } from '#src/api/use-api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { ActProgress, Remarks, TakeAlong } from '#src/parts/many/act-progress.tsx'
import { studentWords } from '#src/parts/person-search.texts.ts'
import { PersonSearch } from '#src/parts/person-search.tsx'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { Problem, ServerButton, UnsavedChanges } from '#src/parts/writing/writing.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checklist } from '#src/ui/checklist.tsx'
import { TextArea } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { AboveSeats, confirmLabel } from './above-seats.tsx'
import { type Preview, plannedTests, remarksIn, remarksOn } from './act-outcome.ts'
import { actTexts, progressTexts, studentsTexts as texts } from './students.texts.ts'
import { useGroupAct } from './use-group-act.ts'

interface AddStudentsProps {
  testmoment: ManagedTestmoment
  /** all modules of the school; null if they could not be loaded */
  modules: readonly Module[] | null
  onClose: () => void
}

/** Enrolls students chosen one by one or pasted as a list: previews who cannot be enrolled, then enrolls in batches. */
export function AddStudents({ testmoment, modules, onClose }: AddStudentsProps) {
  const [list, setList] = useState('')
  const offered = testmoment.modules.length > 0 ? testmoment.modules : (modules ?? []).filter(({ active }) => active)
  const [chosen, setChosen] = useState<readonly number[]>(offered.length === 1 ? offered.map(({ id }) => id) : [])
  const { preview, isChecking, problem, check, forget, setProblem } = useListCheck(testmoment.id)
  const heading = useRef<HTMLHeadingElement>(null)
  const batches = useGroupAct(testmoment.id)
  const { progress } = batches
  const lines = linesOf(list)
  const state = progress?.state
  const isUnderWay = state !== undefined && state !== 'finished' && state !== 'stopped'
  useEffect(() => heading.current?.focus(), [])

  const edit = (text: string) => {
    setList(text)
    forget()
    setProblem(null)
  }
  const choose = (id: number, isChecked: boolean) => {
    setChosen(isChecked ? [...chosen, id] : chosen.filter((other) => other !== id))
    forget()
  }
  const checkAll = (isAbove: boolean) => check(lines, { moduleIds: chosen, isAbove })
  const remarks = preview ? [...remarksIn(preview), ...(progress ? remarksOn(preview, progress) : [])] : []
  /** Leaves only those in the list who could not be enrolled. */
  const again = () => {
    edit([...new Set(remarks.map(({ key }) => key))].join('\n'))
    batches.clear()
    heading.current?.focus()
  }

  return (
    <EditSection title={texts.addTitle} headingRef={heading}>
      {preview && progress ? (
        <>
          <ActProgress
            words={{ ...progressTexts, ...actTexts.enroll }}
            progress={progress}
            batches={batches}
            remarks={remarks}
          >
            {remarks.length > 0 && <Button onClick={again}>{texts.checkRest}</Button>}
            <Button tone="primary" onClick={onClose}>
              {texts.toList}
            </Button>
          </ActProgress>
          {!isUnderWay && remarks.length > 0 && <TakeAlong remarks={remarks} />}
        </>
      ) : (
        <>
          <PersonSearch
            words={studentWords}
            may={isStudent}
            onChoose={(user) => edit([...lines.map(({ text }) => text), user.username, ''].join('\n'))}
          />
          <div>
            <TextArea label={texts.paste} rows={7} value={list} onChange={({ target }) => edit(target.value)} />
            <p data-text="small figures muted">{texts.linesOf(lines.length, MAX_PEOPLE)}</p>
          </div>
          <Checklist
            legend={texts.forModules}
            options={offered.map((module) => ({
              id: module.id,
              label: moduleLabel(module),
              isChecked: chosen.includes(module.id),
            }))}
            onChange={choose}
          />
          <Problem text={problem} />
          <div data-layout="row 3 right buttons if-any">
            <Button onClick={onClose}>Annuleren</Button>
            <ServerButton tone={preview ? 'secondary' : 'primary'} busy={isChecking} onClick={() => checkAll(false)}>
              {preview ? texts.checkAgain : texts.check}
            </ServerButton>
          </div>
          {preview && (
            <Planned preview={preview} onConfirm={() => batches.start({ kind: 'enroll' }, plannedTests(preview))}>
              <AboveSeats preview={preview} seats={testmoment.seats} isBusy={isChecking} onAsk={checkAll} />
            </Planned>
          )}
        </>
      )}
      <UnsavedChanges isDirty={isUnderWay || (progress === null && lines.length > 0)} />
    </EditSection>
  )
}

/** Previews enrolling the people of a list. Refuses a list or choice that the server would refuse as a whole. */
function useListCheck(testmomentId: number) {
  const api = useApi()
  const [preview, setPreview] = useState<Preview | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const check = async (
    lines: ReturnType<typeof linesOf>,
    { moduleIds, isAbove }: { moduleIds: readonly number[]; isAbove: boolean },
  ) => {
    if (lines.length === 0) return setProblem(texts.listMissing)
    if (lines.length > MAX_PEOPLE) return setProblem(texts.tooMany(lines.length, MAX_PEOPLE))
    if (moduleIds.length === 0) return setProblem(texts.modulesMissing)
    if (moduleIds.length > MAX_MODULES_AT_ONCE) return setProblem(texts.tooManyModules(MAX_MODULES_AT_ONCE))
    setIsChecking(true)
    setProblem(null)
    const act = { kind: 'enroll' as const, module_ids: [...moduleIds], ...(isAbove && { above_seats: true }) }
    // Longer lines name nobody; sent in full, they would make the server refuse the whole list.
    const group = { by: 'lines' as const, lines: lines.map(({ text }) => text.slice(0, 1_000)) }
    try {
      const reply = await api.call(previewGroupAct, { params: { id: testmomentId }, body: { act, group } })
      setPreview({ act, ...reply })
    } catch (error) {
      setProblem(saveFailureText(error, texts.previewFailed))
    } finally {
      setIsChecking(false)
    }
  }
  return { preview, isChecking, problem, check, forget: () => setPreview(null), setProblem }
}

function Planned({ preview, children, onConfirm }: { preview: Preview; children: ReactNode; onConfirm: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'start' })
  }, [])
  const tests = plannedTests(preview)
  const students = new Set(tests.map(({ user_id }) => user_id)).size
  const remarks = remarksIn(preview)
  return (
    <div ref={place} tabIndex={-1} data-layout="stack 4 arrived">
      <div role="status" data-layout="stack 4">
        <StatusLine tone={students > 0 ? 'success' : 'neutral'} icon={students > 0 ? 'plus' : 'minus'}>
          {students > 0 ? actTexts.enroll.plan(students, tests.length) : actTexts.enroll.nothing}
        </StatusLine>
        {remarks.length > 0 && <StatusLine tone="warning">{texts.remarks(remarks.length)}</StatusLine>}
      </div>
      {children}
      {students > 0 && (
        <div>
          <ServerButton tone="primary" onClick={onConfirm}>
            {confirmLabel(preview, students)}
          </ServerButton>
        </div>
      )}
      {remarks.length > 0 && (
        <>
          <Remarks caption={texts.remarkedLines} remarks={remarks} />
          <TakeAlong remarks={remarks} />
        </>
      )}
    </div>
  )
}
