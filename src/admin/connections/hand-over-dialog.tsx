import { useState } from 'react'
import type { ConnectionsReply, CreatedConnection } from '#contract/connections.ts'
import { ConfirmDialog } from '#src/parts/editing/confirm-dialog.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { connectionsTexts as texts } from './connections.texts.ts'

interface HandOverDialogProps {
  created: CreatedConnection
  addresses: ConnectionsReply['addresses']
  onClose: () => void
}

/** Shows the data for the other system's administrator. The secret is shown only here, so closing asks whether it was kept. */
export function HandOverDialog({ created: { entity, secret }, addresses, onClose }: HandOverDialogProps) {
  const notify = useNotify()
  const [isCopied, setCopied] = useState(secret === null)
  const [isLeaving, setLeaving] = useState(false)
  // Without TLS browsers offer no clipboard.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret ?? '')
      setCopied(true)
      notify('success', texts.copied)
    } catch {
      notify('error', texts.notCopied)
    }
  }
  const close = () => (isCopied ? onClose() : setLeaving(true))
  return (
    <Dialog title={texts.handOver(entity.name)} onClose={close}>
      <div data-layout="grid 4">
        <p>
          {texts.made(entity.name)} {texts.handOverHelp}
        </p>
        <ShownOnce label={texts.clientId} value={entity.client_id} />
        {secret !== null && (
          <>
            <ShownOnce label={texts.secret} value={secret} />
            <StatusLine tone="warning" icon="alert">
              {texts.onlyNow}
            </StatusLine>
          </>
        )}
        <ShownOnce label={texts.tokenAddress} value={addresses.token} />
        <ShownOnce label={texts.apiAddress} value={addresses.api} />
      </div>
      <DialogActions>
        {secret !== null && (
          <Button tone={isCopied ? 'secondary' : 'primary'} onClick={copy}>
            {texts.copySecret}
          </Button>
        )}
        <Button tone={isCopied ? 'primary' : 'secondary'} onClick={close}>
          {texts.done}
        </Button>
      </DialogActions>
      {isLeaving && (
        <ConfirmDialog
          title={texts.leaveTitle}
          confirmLabel={texts.leaveConfirm}
          isLocal
          isBusy={false}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          <p>{texts.leave}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

const ShownOnce = ({ label, value }: { label: string; value: string }) => (
  <TextField label={label} readOnly value={value} onFocus={({ target }) => target.select()} />
)
