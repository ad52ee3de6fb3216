import { useState } from 'react'
import type { CreatedConnection } from '#contract/connections.calls.ts'
import { createConnection } from '#contract/connections.gen.ts'
import type { ConnectionRights } from '#domain/oeapi/connection.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { FormDialog } from '#src/parts/editing/form-dialog.tsx'
import { Problem, useWrite } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { TextArea, TextField } from '#src/ui/field.tsx'
import { RadioList } from '#src/ui/radio-list.tsx'
import { connectionsTexts as texts } from './connections.texts.ts'
import { RightsFields } from './rights-fields.tsx'

interface NewConnectionDialogProps {
  onMade: (created: CreatedConnection) => Promise<void>
  /** the connection was made, but its secret is lost */
  onAnswerLost: () => Promise<void>
  onClose: () => void
}

export function NewConnectionDialog({ onMade, onAnswerLost, onClose }: NewConnectionDialogProps) {
  const api = useApi()
  const notify = useNotify()
  const [name, setName] = useState('')
  const [rights, setRights] = useState<ConnectionRights>({ scopes: [], publishes: false })
  const [proof, setProof] = useState<'secret' | 'key'>('secret')
  const [publicKey, setPublicKey] = useState('')
  const { isBusy, problem, write } = useWrite()
  const submit = () =>
    write({
      send: () =>
        api.call(createConnection, {
          body: {
            ...{ name, ...rights },
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
      isDirty={name !== '' || rights.scopes.length > 0 || publicKey !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <RightsFields rights={rights} onChange={setRights} />
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
