import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { previewPublication, publishResults } from '#contract/results.ts'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { endedByResultMessage } from '#domain/messages/change.texts.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import type { Publication } from '#domain/results/result.schema.ts'
import { resultRefusalTexts } from '#domain/results/result.texts.ts'
import { registerLabel } from '#domain/users/names.ts'
import type { Api } from '#src/api/api.ts'
import { isRefusedFor, isUnanswered } from '#src/api/api-error.ts'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { notifyDone } from '#src/parts/editing/notify-done.ts'
import { Problem } from '#src/parts/editing/problem.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checklist } from '#src/ui/checklist.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './results.module.css'
import { publishTexts as texts } from './results.texts.ts'
import type { GridModule } from './results-grid.tsx'
import type { Saving } from './saver.ts'
import type { Sheet } from './sheet.ts'

interface PublishDialogProps {
  api: Api
  testmomentId: number
  modules: readonly GridModule[]
  sheet: Sheet
  onClose: () => void
}

interface Seen {
  publication: Publication
  confirmation: string
  /** to what it is the answer; another question may have been asked since */
  asked: string
}

/** What publishing would do, in numbers and names; then the question, and what it did. What was typed last is saved first. */
export function PublishDialog({ api, testmomentId, modules, sheet, onClose }: PublishDialogProps) {
  const notify = useNotify()
  const saving = useSaving(sheet)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(modules.map(({ id }) => id)))
  const [seen, setSeen] = useState<Seen | null>(null)
  const [done, setDone] = useState<Publication | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const isUnsaved = saving.unsaved > 0
  const asked = JSON.stringify({ module_ids: [...chosen], attempt })
  const isOutdated = seen !== null && seen.asked !== asked

  useEffect(() => {
    const { module_ids }: { module_ids: number[] } = JSON.parse(asked)
    if (module_ids.length === 0) return setSeen(null)
    let isLeft = false
    const look = async () => {
      await sheet.flush()
      return api.call(previewPublication, { params: { id: testmomentId }, body: { module_ids } })
    }
    look().then(
      (preview) => !isLeft && setSeen({ ...preview, asked }),
      (error) => {
        if (isLeft) return
        setSeen(null)
        setProblem(saveFailureText(error, texts.previewFailed, resultRefusalTexts))
      },
    )
    return () => {
      isLeft = true
    }
  }, [api, testmomentId, sheet, asked])

  const unenrolled = seen?.publication.students_unenrolled ?? 0
  const { offer, confirm } = useMessageOffer(unenrolled > 0 ? endedByResultMessage : null, { keepsWords: true })

  const publish = async ({ confirmation }: Seen, message: WrittenMessage | undefined) => {
    setIsBusy(true)
    setProblem(null)
    try {
      const body = { module_ids: [...chosen], confirmation, message }
      const { publication } = await api.call(publishResults, { params: { id: testmomentId }, body })
      setDone(publication)
    } catch (error) {
      if (notifyDone(error, notify)) return onClose()
      setProblem(saveFailureText(error, texts.failed, { ...resultRefusalTexts, 'plan-changed': texts.changed }))
      if (isUnanswered(error) || isRefusedFor(error, 'plan-changed')) setAttempt(attempt + 1)
    } finally {
      setIsBusy(false)
    }
  }
  const toggle = (id: number, isChecked: boolean) => {
    const now = new Set(chosen)
    if (isChecked) now.add(id)
    else now.delete(id)
    setProblem(null)
    setChosen(now)
  }
  if (done)
    return (
      <Dialog title={texts.doneTitle} onClose={onClose}>
        <div className={styles.publication} role="status">
          <StatusLine tone="success" icon="done">
            {texts.notice}
          </StatusLine>
          <Made publication={done} isDone />
        </div>
        <DialogActions>
          <Button tone="primary" onClick={onClose}>
            Sluiten
          </Button>
        </DialogActions>
      </Dialog>
    )
  const open = saving.faulty + saving.stale
  const isNothing = seen !== null && seen.publication.results === 0
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <ConnectionNotice />
      <div className={styles.publication}>
        {modules.length > 1 && (
          <Checklist
            legend="Modules"
            options={modules.map(({ id, name }) => ({ id, label: name, isChecked: chosen.has(id) }))}
            isDisabled={isBusy}
            onChange={toggle}
          />
        )}
        <Problem text={problem} />
        {isUnsaved && <Alert tone="warning">{texts.unsaved}</Alert>}
        {open > 0 && (
          <Alert tone="warning" live={false}>
            {texts.open(open)}
          </Alert>
        )}
        {seen === null && problem === null && chosen.size > 0 && <Skeleton lines={4} />}
        {isNothing && (
          <StatusLine tone="neutral" icon="info">
            {texts.nothing}
          </StatusLine>
        )}
        {seen && !isNothing && (
          <div className={styles.publication} role="status">
            <Made publication={seen.publication} isDone={false} />
            <p className={styles.muted}>{texts.notice}</p>
          </div>
        )}
        {unenrolled > 0 && <MessageOffer offer={offer} recipients={unenrolled} />}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Annuleren</Button>
        <ServerButton
          tone="primary"
          busy={isBusy || isOutdated}
          disabled={seen === null || isNothing || isUnsaved || chosen.size === 0}
          onClick={() => seen && confirm((message) => void publish(seen, message))}
        >
          {seen && !isNothing ? texts.confirm(seen.publication.results) : texts.publish}
        </ServerButton>
      </DialogActions>
    </Dialog>
  )
}

/** How the saving of a sheet stands, for what shows it alone. */
export const useSaving = (sheet: Sheet): Saving =>
  useSyncExternalStore(
    useCallback((listener: () => void) => sheet.subscribe('sheet', listener), [sheet]),
    sheet.saving,
  )

const Made = ({ publication, isDone }: { publication: Publication; isDone: boolean }) => (
  <>
    <ul className={styles.lines}>
      {texts.lines(publication, isDone).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    {publication.corrections.length > 0 && (
      <section aria-label={texts.corrections}>
        <h3>{texts.corrections}</h3>
        <ul className={styles.corrections}>
          {publication.corrections.map((correction) => (
            <li key={correction.enrollment_id}>
              <strong>{registerLabel({ ...correction, username: '' })}</strong>, {correction.module_name}:{' '}
              {texts.change(correction)}
              {correction.ended.length > 0 && (
                <p className={styles.muted}>
                  {texts.ended(correction.ended.map((moment) => momentLabel(moment, Date.now())))}
                </p>
              )}
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
)
