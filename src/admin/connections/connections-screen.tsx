import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ConnectionsReply, CreatedConnection } from '#contract/connections.calls.ts'
import { revokeConnection } from '#contract/connections.gen.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { Connection } from '#domain/oeapi/connection.schema.ts'
import { connectionScopeTexts, publishesText } from '#domain/oeapi/connection.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { editColumn, ListPage, useJustMade } from '#src/parts/list-page/list-page.tsx'
import { useCopy } from '#src/parts/use-copy.ts'
import { ConfirmDialog, Problem, useWrite } from '#src/parts/writing/writing.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import { Table } from '#src/ui/table.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { connectionsTexts as texts } from './connections.texts.ts'
import { NewConnectionDialog } from './new-connection-dialog.tsx'

/** Systems of the school that read and send here. The data of a new or renewed one are handed over once. */
export function ConnectionsScreen({ reply: { entities, addresses } }: { reply: ConnectionsReply }) {
  const router = useRouter()
  const now = useServerTime()
  const justMade = useJustMade()
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<{ created: CreatedConnection; intro: string } | null>(null)
  const [managed, setManaged] = useState<Connection | null>(null)
  const [revoking, setRevoking] = useState<Connection | null>(null)
  const reload = () => router.invalidate()
  const onMade = (created: CreatedConnection) => {
    justMade.add(created.entity.id)
    setAdding(false)
    setMade({ created, intro: texts.made(created.entity.name) })
    return reload()
  }
  return (
    <>
      <ListPage
        intro={texts.intro}
        add={{ label: texts.add, onAdd: () => setAdding(true) }}
        emptyText={entities.length === 0 && texts.none}
      >
        <Table
          caption="Koppelingen"
          rows={entities}
          keyOf={({ id }) => id}
          isNew={({ id }) => justMade.has(id)}
          columns={[
            { key: 'name', label: texts.columns.name, least: [11, 13], cell: NameCell },
            { key: 'scopes', label: texts.columns.scopes, cell: ScopesCell },
            {
              key: 'last_used_at',
              label: texts.columns.lastUsed,
              cell: ({ last_used_at }) => (
                <span data-text="figures desk-line">
                  {last_used_at === null ? texts.neverUsed : instantLabel(last_used_at, now())}
                </span>
              ),
            },
            {
              ...editColumn,
              least: [15, 15],
              cell: (connection) =>
                connection._links.revoke ? (
                  <div data-layout="row 2">
                    <Button aria-label={texts.manageLabel(connection.name)} onClick={() => setManaged(connection)}>
                      {texts.manageShort}
                    </Button>
                    <Button
                      tone="danger"
                      aria-label={texts.revokeLabel(connection.name)}
                      onClick={() => setRevoking(connection)}
                    >
                      {texts.revoke}
                    </Button>
                  </div>
                ) : (
                  <Badge icon="cross">{texts.revoked}</Badge>
                ),
            },
          ]}
        />
      </ListPage>
      {isAdding && <NewConnectionDialog onMade={onMade} onAnswerLost={reload} onClose={() => setAdding(false)} />}
      {managed && (
        <ConnectionDialog
          connection={managed}
          onChange={reload}
          onRenewed={(created) => {
            setManaged(null)
            setMade({ created, intro: texts.renewed })
          }}
          onClose={() => setManaged(null)}
        />
      )}
      {made && <HandOverDialog {...made} addresses={addresses} onClose={() => setMade(null)} />}
      {revoking && <RevokeDialog connection={revoking} onRevoked={reload} onClose={() => setRevoking(null)} />}
    </>
  )
}

const NameCell = ({ name, client_id }: Connection) => (
  <div data-layout="stack">
    <strong data-text="breaks">{name}</strong>
    <span data-text="small normal muted breaks">{client_id}</span>
  </div>
)

const ScopesCell = ({ scopes, publishes }: Connection) => (
  <span data-text="breaks">
    {[...scopes.map((scope) => connectionScopeTexts[scope].label), ...(publishes ? [publishesText.label] : [])].join(
      ', ',
    )}
  </span>
)

interface RevokeDialogProps {
  connection: Connection
  onRevoked: () => Promise<void>
  onClose: () => void
}

function RevokeDialog({ connection: { name, _links }, onRevoked, onClose }: RevokeDialogProps) {
  const api = useApi()
  const { isBusy, problem, write } = useWrite()
  const { revoke } = _links
  const end = () => {
    onClose()
    return onRevoked()
  }
  const confirm = () =>
    revoke &&
    write({
      send: () => api.follow(revokeConnection, revoke),
      failed: texts.revokeFailed,
      saved: texts.revokedNow(name),
      onDone: end,
      onAnswerLost: end,
    })
  return (
    <ConfirmDialog
      title={texts.revokeQuestion(name)}
      confirmLabel={texts.revoke}
      isBusy={isBusy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{texts.revokeConsequence}</p>
      <Problem text={problem} />
    </ConfirmDialog>
  )
}

interface HandOverDialogProps {
  created: CreatedConnection
  intro: string
  addresses: ConnectionsReply['addresses']
  onClose: () => void
}

/** Shows the data for the other system's administrator. The secret is shown only here, so closing asks whether it was kept. */
function HandOverDialog({ created: { entity, secret }, intro, addresses, onClose }: HandOverDialogProps) {
  const copyText = useCopy(texts)
  const [isCopied, setCopied] = useState(secret === null)
  const [isLeaving, setLeaving] = useState(false)
  const copy = async () => {
    if (await copyText(secret ?? '')) setCopied(true)
  }
  const close = () => (isCopied ? onClose() : setLeaving(true))
  return (
    <Dialog title={texts.handOver(entity.name)} onClose={close}>
      <div data-layout="grid 4">
        <p>{`${intro} ${texts.handOverHelp}`}</p>
        <ShownOnce label={texts.clientId} value={entity.client_id} />
        {secret !== null && (
          <>
            <ShownOnce label={texts.secret} value={secret} />
            <StatusLine tone="warning">{texts.onlyNow}</StatusLine>
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
