import { useState } from 'react'
import { type CreatedConnection, createConnection } from '#contract/connections.ts'
import { type ConnectionScope, connectionScopes } from '#domain/oeapi/connection.rules.ts'
import { connectionScopeTexts, publishesText } from '#domain/oeapi/connection.texts.ts'
import type { Api } from '#src/api/api.ts'
import { FormDialog } from '#src/parts/editing/form-dialog.tsx'
import { Problem } from '#src/parts/editing/problem.tsx'
import { useWrite } from '#src/parts/writing/use-write.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Checklist } from '#src/ui/checklist.tsx'
import { TextArea, TextField } from '#src/ui/field.tsx'
import { RadioList } from '#src/ui/radio-list.tsx'
import { connectionsTexts as texts } from './connections.texts.ts'

interface NewConnectionDialogProps {
  api: Api
  onMade: (created: CreatedConnection) => Promise<void>
  /** the connection was made, but its secret is lost */
  onAnswerLost: () => Promise<void>
  onClose: () => void
}

/** Dialog for a new connection: its scopes, and how the system proves its identity. */
export function NewConnectionDialog({ api, onMade, onAnswerLost, onClose }: NewConnectionDialogProps) {
  const notify = useNotify()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ConnectionScope[]>([])
  const [proof, setProof] = useState<'secret' | 'key'>('secret')
  const [publishes, setPublishes] = useState(false)
  const [publicKey, setPublicKey] = useState('')
  const { isBusy, problem, write } = useWrite()
  const mayPublish = scopes.includes('results.write')
  const submit = () =>
    write({
      send: () =>
        api.call(createConnection, {
          body: {
            ...{ name, scopes: [...scopes] },
            ...(mayPublish && { publishes }),
            ...(proof === 'key' && { public_key: publicKey }),
          },
        }),
      failed: texts.makeFailed,
      onDone: onMade,
      onAnswerLost: () => {
        if (proof === 'secret') notify('error', texts.secretLost)
        onClose()
        return onAnswerLost()
      },
    })
  return (
    <FormDialog
      title={texts.newTitle}
      explanation={texts.newExplanation}
      submitLabel={texts.make}
      isBusy={isBusy}
      isDirty={name !== '' || scopes.length > 0 || publicKey !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <Checklist
        legend={texts.scopes}
        isWhole
        options={connectionScopes.map((scope, id) => ({
          id,
          ...connectionScopeTexts[scope],
          hintTone: scope === 'needs' ? 'warning' : 'muted',
          isChecked: scopes.includes(scope),
        }))}
        onChange={(id, isChecked) =>
          setScopes(connectionScopes.filter((scope, at) => (at === id ? isChecked : scopes.includes(scope))))
        }
      />
      {mayPublish && (
        <Checklist
          legend={texts.sending}
          isWhole
          options={[{ id: 0, ...publishesText, hintTone: 'warning', isChecked: publishes }]}
          onChange={(_, isChecked) => setPublishes(isChecked)}
        />
      )}
      <RadioList
        legend={texts.proof}
        options={[
          { value: 'secret', ...texts.proofs.secret },
          { value: 'key', ...texts.proofs.key },
        ]}
        value={proof}
        onChange={setProof}
      />
      {proof === 'key' && (
        <TextArea
          label={texts.publicKey}
          rows={6}
          value={publicKey}
          onChange={({ target }) => setPublicKey(target.value)}
        />
      )}
      <Problem text={problem} />
    </FormDialog>
  )
}
