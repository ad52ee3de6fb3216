import { memo, useEffect, useRef, useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { exportResults, readResults, saveResults } from '#contract/results.gen.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { kindOfFailure } from '#src/api/failure.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { useConnection } from '#src/offline/connection-view.tsx'
import { openKeptEdits } from '#src/offline/kept-draft.ts'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { FootBar } from '#src/parts/foot-bar.tsx'
import { TitleTools } from '#src/parts/layout/title-tools.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { EmptyList, ImportArrow, ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { ServerButton } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Stroke } from '#src/ui/icon.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { useMedia } from '#src/ui/use-media.ts'
import { ListTools } from '../moment-students.tsx'
import type { KeptCell } from './cells.ts'
import { PublishDialog, useSaving } from './publish-dialog.tsx'
import { gridTexts, publishTexts, savingTexts, resultsTexts as texts } from './results.texts.ts'
import { ResultsGrid } from './results-grid.tsx'
import { createSheet, type Sheet } from './sheet.ts'
import { useSameStudents, useShown } from './use-shown.ts'

/** `askedAt` as `performance.now()` has it. */
type Results = ReplyOf<typeof readResults> & { askedAt: number }

export async function loadResults(api: Api, id: number): Promise<Results> {
  const askedAt = performance.now()
  return { ...(await api.call(readResults, { params: { id } })), askedAt }
}

const PHONE = '(width <= 46rem)'
/** Height of the notice above the grid that the connection is lost. */
const NOTICE = '6rem'

interface ResultsScreenProps {
  user: User
  schoolyearId: string
  /** loaded again at each event about it */
  results: Results
}

export function ResultsScreen({ user, schoolyearId, results }: ResultsScreenProps) {
  const { testmoment, modules, _links } = results
  const students = useSameStudents(results.entities)
  const sheet = useSheet({ user, results })
  const narrowing = useShown(sheet, students, modules)
  const { drawn } = narrowing
  const [said, setSaid] = useState('')
  const isReadOnly = !_links.edit
  const { isGone } = useConnection()
  const isDesk = useMedia('(width >= 64rem)')
  const isPhone = useMedia(PHONE)
  // Below the grid on a wide screen, so that the first row is higher.
  const intro = !isReadOnly && (
    <p data-layout="line" data-text="small tight muted figures">
      {texts.intro}
    </p>
  )
  const params = { schoolyearId, testmomentId: String(testmoment.id) }

  useEffect(() => {
    const byStudent = students.filter(({ id }) => drawn.shown.has(id))
    sheet.show(
      byStudent.map(({ cells }) =>
        drawn.columns.map(({ id }) => cells.find(({ module_id }) => module_id === id)?.enrollment_id ?? null),
      ),
    )
  }, [sheet, students, drawn])

  return (
    <div data-layout="stack 2" data-room="wide" style={{ ['--notice' as string]: isGone ? NOTICE : undefined }}>
      <div data-layout="row 2 x4">
        <BackLink to="/schoolyear/$schoolyearId/testmoment/$testmomentId/edit" params={params}>
          Toetsmoment
        </BackLink>
        {isReadOnly ? (
          <StatusLine icon="lock">{texts.notYet}</StatusLine>
        ) : (
          <FileTools links={_links} params={params} />
        )}
        {!isDesk && intro}
        {students.length > 0 && <Narrowing students={students} modules={modules} narrowing={narrowing} />}
      </div>
      {students.length === 0 ? (
        <EmptyList
          action={
            <ScreenLink
              to="/schoolyear/$schoolyearId/testmoment/$testmomentId/edit"
              params={params}
              search={{ tab: 'students' }}
            >
              {texts.toStudents}
            </ScreenLink>
          }
        >
          {texts.nobody}
        </EmptyList>
      ) : (
        <>
          <ResultsGrid
            label={texts.title}
            sheet={sheet}
            modules={drawn.columns}
            students={students}
            shown={drawn.shown}
            isReadOnly={isReadOnly}
            onDone={setSaid}
          />
          {isDesk && intro}
          <FootBar data-layout="row 2 x4 right" data-box data-pad="2 x4">
            <div data-layout={isPhone ? 'row 0 x4 line' : 'row 0 x6 grows'}>
              <SavingStatus sheet={sheet} />
              <p role="status" data-text="small" data-layout="shrinks if-any">
                {said}
              </p>
            </div>
            {!isReadOnly && <SheetActs results={results} sheet={sheet} onSaid={setSaid} />}
          </FootBar>
        </>
      )}
    </div>
  )
}

interface FileToolsProps {
  links: Results['_links']
  params: { schoolyearId: string; testmomentId: string }
}

/** In the title bar: the results from a file, and to one. */
const FileTools = ({ links, params }: FileToolsProps) => (
  <TitleTools>
    <div data-layout="row 3">
      {links.import && (
        <ScreenLink to="/schoolyear/$schoolyearId/testmoment/$testmomentId/results/import" params={params}>
          <ImportArrow />
          {texts.import}
        </ScreenLink>
      )}
      {links.export && (
        <DownloadButton target={exportResults} link={links.export} failed={texts.exportFailed}>
          {texts.export}
        </DownloadButton>
      )}
    </div>
  </TitleTools>
)

interface NarrowingProps {
  students: ReturnType<typeof useSameStudents>
  modules: Results['modules']
  narrowing: ReturnType<typeof useShown>
}

function Narrowing({ students, modules, narrowing }: NarrowingProps) {
  const { shown, filter, moduleId, isOpenOnly, choose, search, onlyOpen } = narrowing
  return (
    <ListTools
      counts={{
        students: students.length,
        modules: modules.map((module) => ({
          ...module,
          students: students.filter(({ cells }) => cells.some(({ module_id }) => module_id === module.id)).length,
        })),
      }}
      moduleId={moduleId}
      onChoose={choose}
      onSearch={search}
    >
      <label data-layout="inline 3 target">
        <input
          data-layout="fixed"
          type="checkbox"
          checked={isOpenOnly}
          onChange={({ target }) => onlyOpen(target.checked)}
        />
        {texts.withoutResult}
      </label>
      <span data-text="small muted figures" role="status">
        {shown.size === 0 && filter !== '' ? texts.noneFound : texts.found(shown.size, students.length)}
      </span>
    </ListTools>
  )
}

interface SheetActsProps {
  results: Results
  sheet: Sheet
  /** called with what a step did, to be read aloud */
  onSaid: (said: string) => void
}

const STEP_ARROWS = {
  undo: 'M9 14 4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-3',
  redo: 'm15 14 5-5-5-5M20 9H10a5.5 5.5 0 0 0 0 11h3',
}

/** At the foot: steps back and forth, by their arrows alone on a phone, and publishing. */
function SheetActs({ results: { testmoment, modules, _links }, sheet, onSaid }: SheetActsProps) {
  const [isPublishing, setIsPublishing] = useState(false)
  const isPhone = useMedia(PHONE)
  const stepButton = (which: 'undo' | 'redo') => (
    <Button tone="quiet" data-pad="x3" onClick={() => onSaid(gridTexts.stepped(which, sheet[which]()))}>
      <Stroke stroke={STEP_ARROWS[which]} />
      <span data-layout={isPhone ? 'unseen' : 'inline'}>{which === 'undo' ? 'Ongedaan maken' : 'Opnieuw'}</span>
    </Button>
  )
  return (
    <div data-layout="row 2 stretch">
      {stepButton('undo')}
      {stepButton('redo')}
      <MainAct sheet={sheet} mayPublish={_links.publish !== undefined} onPublishing={setIsPublishing} />
      {isPublishing && (
        <PublishDialog
          testmomentId={testmoment.id}
          modules={modules}
          sheet={sheet}
          onClose={() => setIsPublishing(false)}
        />
      )}
    </div>
  )
}

interface MainActProps {
  sheet: Sheet
  mayPublish: boolean
  onPublishing: (isPublishing: boolean) => void
}

/** Publishes, or saves again what the server refused: nothing can be published before. Memoized as `SavingStatus` is. */
const MainAct = memo(function MainAct({ sheet, mayPublish, onPublishing }: MainActProps) {
  const { state, problem } = useSaving(sheet)
  const isRefused = state === 'failed' && problem !== null
  return (
    (isRefused || mayPublish) && (
      <ServerButton tone="primary" onClick={() => (isRefused ? void sheet.flush() : onPublishing(true))}>
        {isRefused ? savingTexts.again : publishTexts.publish}
      </ServerButton>
    )
  )
})

/**
 * Only states that a user has to know are read aloud; success is only visible. Not rendered again with the screen: it would count
 * the sheet before a paste is on the screen.
 */
const SavingStatus = memo(function SavingStatus({ sheet }: { sheet: Sheet }) {
  const saving = useSaving(sheet)
  return (
    <div data-layout="grid 1">
      {saving.state === 'saved' && <StatusLine tone="success">{savingTexts.saved}</StatusLine>}
      {saving.state === 'saving' && <StatusLine icon="clock">{savingTexts.saving}</StatusLine>}
      <div role="status">
        {saving.state === 'failed' && saving.problem === null && (
          <StatusLine tone="warning" icon="unplugged">
            {savingTexts.waits(saving)}
          </StatusLine>
        )}
        {saving.state === 'failed' && saving.problem !== null && (
          <StatusLine tone="danger">{savingTexts.refused(saving)}</StatusLine>
        )}
        {saving.faulty > 0 && <StatusLine tone="danger">{savingTexts.faulty(saving.faulty)}</StatusLine>}
        {saving.stale > 0 && <StatusLine tone="warning">{savingTexts.stale(saving.stale)}</StatusLine>}
      </div>
    </div>
  )
})

const PASSING = ['unreachable', 'busy', 'throttled']

/** The sheet of this visit: saved in the background, kept on the device until it is, and at once when it is left. */
function useSheet({ user, results }: { user: User; results: Results }): Sheet {
  const api = useApi()
  const notify = useNotify()
  const { isGone } = useConnection()
  const { id } = results.testmoment
  const keep = useRef<(edits: readonly KeptCell[]) => void>(() => undefined)
  const [sheet] = useState(() => {
    const made = createSheet({
      save: async (edits) => (await api.call(saveResults, { params: { id }, body: { entities: [...edits] } })).entities,
      keep: (edits) => keep.current(edits),
      mayPass: (error) => PASSING.includes(kindOfFailure(error)),
    })
    made.inform(results.entities, results.modules, results.askedAt)
    return made
  })
  useEffect(() => sheet.inform(results.entities, results.modules, results.askedAt), [sheet, results])
  useEffect(() => {
    const kept = openKeptEdits<KeptCell>(user.id, `results ${id}`, sheet.restore)
    keep.current = kept.keep
    const leave = () => void sheet.flush()
    const hide = () => document.visibilityState === 'hidden' && leave()
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', leave)
      void sheet.close().then((unsaved) => {
        kept.close()
        if (unsaved > 0) notify('neutral', savingTexts.left(unsaved))
      })
    }
  }, [sheet, user.id, id, notify])
  useEffect(() => {
    if (!isGone && sheet.saving().state === 'failed') void sheet.flush()
  }, [sheet, isGone])
  return sheet
}
