import { useState } from 'react'
import type { ConnectionsReply, CreatedConnection } from '#contract/connections.calls.ts'
import { editConnection, renewConnection, tryConnection } from '#contract/connections.gen.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { DOT } from '#domain/entities/dotted.ts'
import { refusalTexts } from '#domain/oeapi/refusal.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import { isChanged } from '#src/parts/editing/use-draft.ts'
import { useAnswer } from '#src/parts/plan/use-answer.ts'
import {
  LeaveDialog,
  Problem,
  ServerButton,
  SubmitButton,
  UnsavedChanges,
  useWrite,
} from '#src/parts/writing/writing.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Form } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { connectionsTexts as texts } from './connections.texts.ts'
import { RightsFields } from './rights-fields.tsx'

interface ConnectionDialogProps {
  connection: ConnectionsReply['entities'][number]
  /** it changed, or may have */
  onChange: () => Promise<void>
  onRenewed: (renewed: CreatedConnection) => void
  onClose: () => void
}

export function ConnectionDialog({ connection, onChange, onRenewed, onClose }: ConnectionDialogProps) {
  const api = useApi()
  const { scopes, publishes, _links } = connection
  const saved = { scopes, publishes }
  const [rights, setRights] = useState(saved)
  const [isLeaving, setLeaving] = useState(false)
  const { busy, problem, write } = useWrite<'save' | 'renew'>()
  const notify = useNotify()
  const { edit, renew } = _links
  const isDirty = isChanged(rights, saved)
  const close = () => (isDirty ? setLeaving(true) : onClose())
  const endAndReload = async () => {
    onClose()
    await onChange()
  }
  const save = async () => {
    if (!edit) return
    await write({
      name: 'save',
      send: () => api.follow(editConnection, edit, { body: { ...rights, scopes: [...rights.scopes] } }),
      failed: texts.saveFailed,
      saved: texts.saved,
      onDone: endAndReload,
      onAnswerLost: endAndReload,
    })
  }
  const renewSecret = () =>
    renew &&
    write({
      name: 'renew',
      send: () => api.follow(renewConnection, renew),
      failed: texts.renewFailed,
      onDone: onRenewed,
      onAnswerLost: () => {
        notify('error', texts.renewLost)
        return endAndReload()
      },
    })
  return (
    <Dialog title={texts.manage(connection.name)} onClose={close} isAside>
      <ConnectionNotice />
      <Form data-layout="grid 4" onSubmit={save}>
        <RightsFields rights={rights} onChange={setRights} />
        <Problem text={problem} />
        <div data-layout="row 2">
          <SubmitButton busy={busy === 'save'}>{texts.save}</SubmitButton>
        </div>
        <UnsavedChanges isDirty={isDirty} />
      </Form>
      <Trial connection={connection} />
      {renew && (
        <section data-layout="stack 2">
          <h3>{texts.secret}</h3>
          <p data-text="small muted">{texts.renewHint}</p>
          <div data-layout="row 2">
            <ServerButton busy={busy === 'renew'} onClick={renewSecret}>
              {texts.renew}
            </ServerButton>
          </div>
        </section>
      )}
      <DialogActions>
        <Button onClick={close}>{texts.close}</Button>
      </DialogActions>
      {isLeaving && <LeaveDialog onLeave={onClose} onStay={() => setLeaving(false)} />}
    </Dialog>
  )
}

/** Shows what the system would get now, its last refusals, and what to do about these. */
function Trial({ connection: { _links } }: Pick<ConnectionDialogProps, 'connection'>) {
  const api = useApi()
  const now = useServerTime()
  const { answer, error, isAsking, askAgain } = useAnswer({
    question: _links.try ?? null,
    ask: (link) => api.follow(tryConnection, link),
    isOnDemand: true,
  })
  return (
    <section data-layout="stack 2">
      <h3>{texts.works}</h3>
      <p data-text="small muted">{texts.tryHint}</p>
      <div data-layout="row 2">
        <ServerButton busy={isAsking} onClick={askAgain}>
          {texts.tryIt}
        </ServerButton>
      </div>
      <div role="status" data-layout="stack 2">
        {error !== null && <Problem text={texts.tryFailed} />}
        {answer?.steps.map(({ asked, refused, found }) => (
          <StatusLine key={asked} tone={refused ? 'neutral' : 'success'} icon={refused ? 'cross' : 'check'}>
            {`${texts.step(asked)}: ${refused ? refusalTexts[refused].what : texts.found(found ?? 0)}`}
          </StatusLine>
        ))}
        {answer && <h4>{texts.refusals}</h4>}
        {answer?.refusals.length === 0 && <p data-text="muted">{texts.noRefusals}</p>}
        {answer?.refusals.map(({ at, asked, kind }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are shown once, in this order
          <div key={index} data-layout="stack">
            <span data-text="small muted figures breaks">
              <span>{instantLabel(at, now()) + DOT}</span>
              <span translate="no">{asked}</span>
            </span>
            <span>{refusalTexts[kind].what}</span>
            <span data-text="small muted">{refusalTexts[kind].advice}</span>
          </div>
        ))}
      </div>
    </section>
  )
}
