import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type ConnectionsReply, type CreatedConnection, revokeConnection } from '#contract/connections.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { Connection } from '#domain/oeapi/connection.schema.ts'
import { connectionScopeTexts, publishesText } from '#domain/oeapi/connection.texts.ts'
import type { Api } from '#src/api/api.ts'
import { ConfirmDialog } from '#src/parts/editing/confirm-dialog.tsx'
import { Problem } from '#src/parts/editing/problem.tsx'
import { ListPage, useJustMade } from '#src/parts/list-page/list-page.tsx'
import { editColumn } from '#src/parts/list-page/list-table.tsx'
import { useWrite } from '#src/parts/writing/use-write.ts'
import { useServerTime } from '#src/session/session-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { Badge } from '#src/ui/status.tsx'
import { Table } from '#src/ui/table.tsx'
import { connectionsTexts as texts } from './connections.texts.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { NewConnectionDialog } from './new-connection-dialog.tsx'

interface ConnectionsScreenProps {
  api: Api
  reply: ConnectionsReply
}

/** Systems of the school that read and send here: made, handed over once, and revoked. */
export function ConnectionsScreen({ api, reply: { entities, addresses } }: ConnectionsScreenProps) {
  const router = useRouter()
  const now = useServerTime()
  const justMade = useJustMade()
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<CreatedConnection | null>(null)
  const [revoking, setRevoking] = useState<Connection | null>(null)
  const reload = () => router.invalidate()
  const onMade = (created: CreatedConnection) => {
    justMade.add(created.entity.id)
    setAdding(false)
    setMade(created)
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
                <span data-text="figures nowrap">
                  {last_used_at === null ? texts.neverUsed : instantLabel(last_used_at, now())}
                </span>
              ),
            },
            {
              ...editColumn,
              cell: (connection) =>
                connection._links.revoke ? (
                  <Button
                    tone="danger"
                    aria-label={texts.revokeLabel(connection.name)}
                    onClick={() => setRevoking(connection)}
                  >
                    {texts.revoke}
                  </Button>
                ) : (
                  <Badge tone="neutral" icon="cross">
                    {texts.revoked}
                  </Badge>
                ),
            },
          ]}
        />
      </ListPage>
      {isAdding && (
        <NewConnectionDialog api={api} onMade={onMade} onAnswerLost={reload} onClose={() => setAdding(false)} />
      )}
      {made && <HandOverDialog created={made} addresses={addresses} onClose={() => setMade(null)} />}
      {revoking && (
        <RevokeDialog api={api} connection={revoking} onRevoked={reload} onClose={() => setRevoking(null)} />
      )}
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
  api: Api
  connection: Connection
  onRevoked: () => Promise<void>
  onClose: () => void
}

function RevokeDialog({ api, connection: { name, _links }, onRevoked, onClose }: RevokeDialogProps) {
  const { isBusy, problem, write } = useWrite()
  const confirm = async () => {
    const { revoke } = _links
    if (!revoke) return
    await write({
      send: () => api.follow(revokeConnection, revoke),
      failed: texts.revokeFailed,
      saved: texts.revokedNow(name),
      onDone: async () => {
        onClose()
        await onRevoked()
      },
      onAnswerLost: async () => {
        onClose()
        await onRevoked()
      },
    })
  }
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
