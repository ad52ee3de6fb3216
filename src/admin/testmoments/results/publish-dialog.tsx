import { useCallback, useState, useSyncExternalStore } from 'react'
import { previewPublication, publishResults } from '#contract/results.gen.ts'
import { distinctLabels } from '#domain/calendar/distinct-labels.ts'
import { endedByResultMessage } from '#domain/messages/change.texts.ts'
import type { Publication } from '#domain/results/result.schema.ts'
import { resultRefusalTexts } from '#domain/results/result.texts.ts'
import { registerLabel } from '#domain/users/names.ts'
import { isUnanswered } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { PlanButtons, PlanDialog, PlanSentences, PlanState } from '#src/parts/plan/plan-dialog.tsx'
import { useAct, usePlan } from '#src/parts/plan/use-plan.ts'
import { Alert, Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checklist } from '#src/ui/checklist.tsx'
import { DialogActions } from '#src/ui/dialog.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { publishTexts as texts } from './results.texts.ts'
import type { GridModule } from './results-grid.tsx'
import type { Saving } from './saver.ts'
import type { Sheet } from './sheet.ts'

interface PublishDialogProps {
  testmomentId: number
  modules: readonly GridModule[]
  sheet: Sheet
  onClose: () => void
}

/** Previews publishing in numbers and names, asks, and shows the outcome. Saves unsaved text first. */
export function PublishDialog({ testmomentId, modules, sheet, onClose }: PublishDialogProps) {
  const api = useApi()
  const saving = useSaving(sheet)
  const [chosen, setChosen] = useState(modules.map(({ id }) => id))
  const params = { id: testmomentId }
  const words = { refusals: resultRefusalTexts }
  const plan = usePlan({
    ...words,
    question: chosen.length > 0 ? { module_ids: chosen } : null,
    preview: async (body) => {
      await sheet.flush()
      return api.call(previewPublication, { params, body })
    },
    failed: texts.previewFailed,
  })
  const act = useAct(plan, {
    ...words,
    carryOut: (body) => api.call(publishResults, { params, body }),
    failed: texts.failed,
    onAnswerLost: onClose,
    onRefused: (error) => {
      if (isUnanswered(error)) plan.ask()
      return false
    },
  })
  // The old numbers stay until those of another choice arrive.
  const seen = chosen.length > 0 && plan.problem === null ? (plan.latest?.answer.publication ?? null) : null
  const unenrolled = seen?.students_unenrolled ?? 0
  const { offer, confirm } = useMessageOffer(unenrolled > 0 ? endedByResultMessage : null, { keepsWords: true })
  const toggle = (id: number, isChecked: boolean) => {
    act.clearProblem()
    setChosen(isChecked ? [...chosen, id] : chosen.filter((other) => other !== id))
  }
  if (act.done)
    return (
      <PlanDialog title={texts.doneTitle} onClose={onClose}>
        <PlanSentences>
          <StatusLine tone="success" icon="done">
            {texts.notice}
          </StatusLine>
          <Made publication={act.done.publication} isDone />
        </PlanSentences>
        <DialogActions>
          <Button tone="primary" onClick={onClose}>
            Sluiten
          </Button>
        </DialogActions>
      </PlanDialog>
    )
  const open = saving.faulty + saving.stale
  const isNothing = seen?.results === 0
  return (
    <PlanDialog title={texts.title} onClose={onClose}>
      {modules.length > 1 && (
        <Checklist
          legend="Modules"
          options={modules.map(({ id, name }) => ({ id, label: name, isChecked: chosen.includes(id) }))}
          isDisabled={act.isBusy}
          onChange={toggle}
        />
      )}
      <PlanState plan={{ ...plan, plan: seen }} changed={texts.changed} />
      {saving.unsaved > 0 && <Alert tone="warning">{texts.unsaved}</Alert>}
      {open > 0 && <Note tone="warning">{texts.open(open)}</Note>}
      {isNothing && <StatusLine>{texts.nothing}</StatusLine>}
      {seen && !isNothing && (
        <PlanSentences>
          <Made publication={seen} isDone={false} />
          <p data-text="small muted figures">{texts.notice}</p>
        </PlanSentences>
      )}
      {unenrolled > 0 && <MessageOffer offer={offer} recipients={unenrolled} />}
      <PlanButtons
        label={seen && !isNothing ? texts.confirm(seen.results) : texts.publish}
        isBusy={act.isBusy || plan.isAsking}
        isDisabled={seen === null || isNothing || saving.unsaved > 0}
        problem={act.problem}
        onConfirm={() => confirm(act.confirm)}
        onClose={onClose}
      />
    </PlanDialog>
  )
}

/** State of the grid's saving, for views of that alone. */
export const useSaving = (sheet: Sheet): Saving =>
  useSyncExternalStore(
    useCallback((listener: () => void) => sheet.subscribe('sheet', listener), [sheet]),
    sheet.saving,
  )

const Made = ({ publication, isDone }: { publication: Publication; isDone: boolean }) => (
  <>
    <ul data-layout="grid 1" data-text="figures">
      {texts.lines(publication, isDone).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    {publication.absent.length > 0 && (
      <section aria-labelledby="absent">
        <h3 id="absent">{texts.absent(new Set(publication.absent.map(({ user_id }) => user_id)).size)}</h3>
        {!isDone && <p data-text="small muted">{texts.absentRemark}</p>}
        <ul data-layout="grid 1" data-above="2">
          {publication.absent.map((absentee) => (
            <li key={absentee.enrollment_id}>
              <strong translate="no">{registerLabel({ ...absentee, username: '' })}</strong>,{' '}
              <span>{absentee.module_name}</span>
            </li>
          ))}
        </ul>
      </section>
    )}
    {publication.corrections.length > 0 && (
      <section aria-label={texts.corrections}>
        <h3>{texts.corrections}</h3>
        <ul data-layout="grid 3" data-above="2">
          {publication.corrections.map((correction) => (
            <li key={correction.enrollment_id}>
              <strong translate="no">{registerLabel({ ...correction, username: '' })}</strong>
              <span>{`, ${correction.module_name}: ${texts.change(correction)}`}</span>
              {correction.ended.length > 0 && (
                <p data-text="small muted figures">{texts.ended(distinctLabels(correction.ended, Date.now()))}</p>
              )}
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
)
