import { useEffect, useRef, useState } from 'react'
import { addPasskey, deletePasskey, editPasskey, getPasskeyOptions } from '#contract/logins.gen.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { Passkey, PasskeyJson } from '#domain/logins/login.schema.ts'
import { loginRefusalTexts } from '#domain/logins/login.texts.ts'
import { failureAdvice } from '#src/api/failure.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { PasskeySetup } from '#src/parts/second-factor/second-factor-setup.tsx'
import {
  ConfirmDialog,
  fieldError,
  LostAnswerAlert,
  Problem,
  ServerButton,
  SubmitButton,
} from '#src/parts/writing/writing.tsx'
import { knowsPasskeys } from '#src/session/passkeys.ts'
import { useServerTime } from '#src/session/session-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Form, TextField } from '#src/ui/field.tsx'
import { Icon, VisuallyHidden } from '#src/ui/icon.tsx'
import { passkeyTexts as texts } from './login-methods.texts.ts'
import { LoginWay, type LoginWayProps, remainingText, sinceLabel, useWayChange } from './login-way.tsx'
import styles from './settings.module.css'

export function Passkeys(props: LoginWayProps) {
  const api = useApi()
  const { methods } = props
  const [renamed, setRenamed] = useState<number | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const { isBusy, problem, change } = useWayChange(props)
  const { passkeys } = methods
  const remove = async ({ name, _links }: Passkey) => {
    const target = _links.delete
    const send = (link: Link) => api.follow(deletePasskey, link)
    if (target) await change({ send: () => send(target), saved: texts.removed(name), failed: texts.removeFailed })
    setRemoving(null)
  }
  return (
    <LoginWay title={texts.title}>
      <p>{texts.intro}</p>
      {passkeys.length > 0 && (
        <ul className={styles.passkeys} data-layout="lined" aria-label={texts.title}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              {renamed === passkey.id ? (
                <RenamePasskey {...props} passkey={passkey} onClose={() => setRenamed(null)} />
              ) : (
                <PasskeyRow
                  passkey={passkey}
                  onRename={() => setRenamed(passkey.id)}
                  onRemove={() => setRemoving(passkey)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <Problem text={problem} />
      <AddPasskey {...props} />
      {removing && (
        <ConfirmDialog
          title={texts.removeQuestion(removing.name)}
          confirmLabel={texts.remove}
          isBusy={isBusy}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>{texts.consequence}</p>
          <p>{remainingText({ ...methods, passkeys: passkeys.filter(({ id }) => id !== removing.id) })}</p>
        </ConfirmDialog>
      )}
    </LoginWay>
  )
}

function PasskeyRow({ passkey, onRename, onRemove }: { passkey: Passkey; onRename: () => void; onRemove: () => void }) {
  const now = useServerTime()
  const { name, backed_up, created_at, last_used_at, _links } = passkey
  return (
    <div className={styles.row} data-layout="grid 2 x3 center" data-text="breaks" data-pad="y3">
      <Icon name="device" />
      <div>
        <strong translate="no">{name}</strong>
        {backed_up && <span>{` ${texts.onMoreDevices}`}</span>}
        <p data-text="small muted figures">
          <span>{`Toegevoegd ${sinceLabel(created_at, now())}.`}</span>{' '}
          <span>{last_used_at ? texts.lastUsed(instantLabel(last_used_at, now())) : texts.neverUsed}</span>
        </p>
      </div>
      <div data-layout="row 3 if-any">
        {_links.edit && (
          <Button onClick={onRename}>
            {texts.rename}
            <VisuallyHidden>{` van ${name}`}</VisuallyHidden>
          </Button>
        )}
        {_links.delete && (
          <ServerButton tone="danger" onClick={onRemove}>
            Verwijderen<VisuallyHidden>{` van ${name}`}</VisuallyHidden>
          </ServerButton>
        )}
      </div>
    </div>
  )
}

/** In the place of its row; focus follows. */
function RenamePasskey({ passkey, onClose, ...props }: LoginWayProps & { passkey: Passkey; onClose: () => void }) {
  const api = useApi()
  const { isBusy, problem, change } = useWayChange(props)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const submit = async (sent: HTMLFormElement) => {
    const name = String(new FormData(sent).get('name') ?? '').trim()
    const { edit } = passkey._links
    if (!edit || name === passkey.name) return onClose()
    const send = () => api.follow(editPasskey, edit, { body: { name } })
    if (await change({ send, saved: texts.renamed(name), failed: texts.renameFailed })) onClose()
  }
  return (
    <Form data-layout="stack 4" data-width="28" data-pad="y3" onSubmit={submit}>
      <TextField
        ref={field}
        label={texts.nameLabel}
        name="name"
        maxLength={80}
        defaultValue={passkey.name}
        error={fieldError(problem)}
      />
      <LostAnswerAlert text={problem} />
      <div data-layout="row 3 if-any">
        <SubmitButton busy={isBusy}>Opslaan</SubmitButton>
        <Button onClick={onClose}>Annuleren</Button>
      </div>
    </Form>
  )
}

function AddPasskey(props: LoginWayProps) {
  const api = useApi()
  const { methods } = props
  const [isOpen, open] = useState(false)
  const { isBusy, problem, change, clear } = useWayChange(props)
  const { passkey_options, add_passkey } = methods._links
  if (!passkey_options || !add_passkey) return null
  if (!knowsPasskeys()) return <p data-text="small muted figures">{texts.unsupported}</p>

  const add = async (body: { name: string; passkey: PasskeyJson }) => {
    const send = () => api.follow(addPasskey, add_passkey, { body })
    if (await change({ send, saved: texts.added(body.name), failed: null })) open(false)
  }
  const close = () => {
    open(false)
    clear()
  }
  return (
    <div data-layout="row 3 if-any">
      <ServerButton icon="plus" onClick={() => open(true)}>
        {texts.add}
      </ServerButton>
      {isOpen && (
        <Dialog title={texts.add} onClose={close}>
          <PasskeySetup
            askOptions={async () => (await api.follow(getPasskeyOptions, passkey_options)).options}
            failureText={failureText}
            isBusy={isBusy}
            problem={problem}
            onMade={add}
          />
        </Dialog>
      )}
    </div>
  )
}

const failureText = (error: unknown) => failureAdvice(error, { refusals: loginRefusalTexts })
