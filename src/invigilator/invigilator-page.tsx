import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createActor } from 'xstate'
import { besideTileLabel } from '#domain/calendar/date-labels.ts'
import { CODE_DIGITS } from '#domain/presence/presence.rules.ts'
import { invigilationRefusalTexts } from '#domain/presence/presence.texts.ts'
import { roomLabel } from '#domain/rooms/chair.texts.ts'
import { failureAdvice } from '#src/api/failure.texts.ts'
import { DateTile } from '#src/parts/date-tile.tsx'
import type { PresenceActor } from '#src/presence/presence.machine.ts'
import { presenceTexts } from '#src/presence/presence.texts.ts'
import { NoteDialog, PresenceView, usePresenceList } from '#src/presence/presence-view.tsx'
import { Alert, Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Form, TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { findElsewhere, invigilator, linkIn, sendLeftOfDevices, startInvigilation } from './invigilation.ts'
import { type AdmittedDevice, type InvigilatorActor, refusalIn } from './invigilator.machine.ts'
import { invigilatorTexts as texts } from './invigilator.texts.ts'
import styles from './invigilator-page.module.css'

/**
 * Page for people without an account. It works the same no matter who is logged in on this device, so it is not a screen of
 * the router, and waits for no session.
 */
export function InvigilatorPage() {
  const actor = useInvigilator()
  const state = useSelector(actor ?? undefined, (state) => state)
  if (!actor || !state || state.matches('remembering')) return <Frame />
  const { device, failure, lost } = state.context
  if (state.matches('admitted') && device) {
    // the state `admitted` implies this type
    const admitted = device as AdmittedDevice
    return (
      <OnDuty key={admitted.token} device={admitted} onEnded={(lost) => actor.send({ type: 'device.ended', lost })} />
    )
  }
  if (state.matches('ended'))
    return (
      <Frame>
        <Alert tone="warning" title={texts.ended}>
          <p>{texts.endedText}</p>
          <p>{lost > 0 ? texts.lost(lost) : texts.endedSent}</p>
        </Alert>
      </Frame>
    )
  if (state.matches('strayed'))
    return (
      <Frame>
        <Note tone="neutral" title={texts.strayed}>
          <p>{texts.strayedText}</p>
        </Note>
      </Frame>
    )
  return (
    <Frame>
      {failure !== null && <Alert title={refusalIn(failure) ? undefined : texts.failed}>{adviceOn(failure)}</Alert>}
      {!state.matches('refused') && (
        <CodeForm actor={actor} name={device?.name ?? ''} isBusy={state.matches('admitting')} />
      )}
    </Frame>
  )
}

function adviceOn(failure: unknown): ReactNode {
  const refusal = refusalIn(failure)
  return <p>{refusal ? invigilationRefusalTexts[refusal] : failureAdvice(failure)}</p>
}

/** Reads the link and removes it from the address, so that nobody copies it from there and no history stores it. */
function takeLink() {
  const link = linkIn(window.location.hash)
  if (window.location.hash) window.history.replaceState(null, '', window.location.pathname)
  return link
}

const opened = takeLink()

function useInvigilator(): InvigilatorActor | null {
  const [actor, setActor] = useState<InvigilatorActor | null>(null)
  useEffect(() => {
    const actor = createActor(invigilator, { input: { link: opened } }).start()
    setActor(actor)
    const sendAll = () => void sendLeftOfDevices()
    sendAll()
    window.addEventListener('online', sendAll)
    // Another link was pasted into the address of this page.
    const open = () => {
      const link = takeLink()
      if (link) actor.send({ type: 'link.opened', link })
    }
    window.addEventListener('hashchange', open)
    return () => {
      window.removeEventListener('hashchange', open)
      window.removeEventListener('online', sendAll)
      actor.stop()
    }
  }, [])
  return actor
}

function CodeForm({ actor, name, isBusy }: { actor: InvigilatorActor; name: string; isBusy: boolean }) {
  const [wrong, setWrong] = useState<{ name?: string; code?: string }>({})
  const submit = (sent: HTMLFormElement) => {
    if (isBusy) return
    const typed = new FormData(sent)
    const [name, code] = [String(typed.get('name')).trim(), String(typed.get('code')).replace(/\D/g, '')]
    const found = {
      ...(name === '' && { name: texts.nameMissing }),
      ...(code.length !== CODE_DIGITS && { code: texts.codeWrong }),
    }
    setWrong(found)
    const [first] = Object.keys(found)
    if (first) sent.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else actor.send({ type: 'code.entered', name, code })
  }
  return (
    <Form data-layout="grid 4" onSubmit={submit}>
      <p>{texts.purpose}</p>
      <TextField
        label="Je naam"
        name="name"
        autoComplete="name"
        maxLength={80}
        defaultValue={name}
        hint={texts.nameHint}
        error={wrong.name}
      />
      <TextField
        label={texts.codeLabel}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_DIGITS + 2}
        error={wrong.code}
      />
      <Button type="submit" tone="primary" busy={isBusy}>
        {isBusy ? texts.signingIn : texts.toList}
      </Button>
    </Form>
  )
}

/** The list of an admitted device, as long as it may use it. */
function OnDuty({ device, onEnded }: { device: AdmittedDevice; onEnded: (lost: number) => void }) {
  const [presence, setPresence] = useState<PresenceActor | null>(null)
  const ended = useRef(onEnded)
  ended.current = onEnded
  useEffect(() => {
    const { actor, stop } = startInvigilation(device)
    actor.subscribe({ complete: () => ended.current(actor.getSnapshot().context.lost) })
    setPresence(actor)
    return stop
  }, [device])
  return presence && <Duty actor={presence} device={device} />
}

function Duty({ actor, device }: { actor: PresenceActor; device: AdmittedDevice }) {
  const list = usePresenceList(actor)
  const isClosed = useSelector(actor, (state) => state.matches('closed'))
  const left = useSelector(actor, ({ context }) => context.ticks.length + context.notes.length)
  const remark = presenceTexts.remarks(useSelector(actor, ({ context }) => context.remarks))
  const isTakenOff = useSelector(actor, ({ context }) => context.isTakenOff)
  const [isNoting, setNoting] = useState(false)
  if (isClosed && isTakenOff)
    return (
      <Frame>
        <div role="status">
          <Note tone="warning" title={texts.ended}>
            <p>{texts.endedText}</p>
            {left > 0 && <p>{texts.endedSending(left)}</p>}
          </Note>
        </div>
      </Frame>
    )
  if (isClosed)
    return (
      <Frame>
        <div role="status">
          <Note tone="neutral" title={texts.over}>
            <p>{texts.overText}</p>
            <p>{left > 0 ? texts.sending(left) : remark || texts.sent}</p>
          </Note>
        </div>
      </Frame>
    )
  return (
    <main className={styles.duty} data-layout="stack 2 top" data-pad="4">
      {!list && <h1>{texts.title}</h1>}
      <PresenceView
        actor={actor}
        heading={(scan: ReactNode) =>
          list && (
            <>
              <div data-layout="grid 1 grows">
                <h1>
                  <DateTile moment={list.testmoment} state="open" now={Date.now()} />
                  <span>{besideTileLabel(list.testmoment, Date.now()) || texts.title}</span>
                </h1>
                {list.room && (
                  <div>
                    <p data-text="large strong breaks">{roomLabel(list.room.name)}</p>
                    {list.room.remark !== '' && <p data-text="breaks">{list.room.remark}</p>}
                  </div>
                )}
                <StatusLine icon="person">{texts.as(device.name)}</StatusLine>
              </div>
              {scan}
            </>
          )
        }
        {...(list?._links.search && { findElsewhere: findElsewhere(device) })}
        onWalkIn={() => setNoting(true)}
      />
      {isNoting && <NoteDialog actor={actor} onClose={() => setNoting(false)} />}
    </main>
  )
}

function Frame({ children }: { children?: ReactNode }) {
  return (
    <main className={styles.page} data-layout="grid">
      <div className={styles.box} data-layout="stack 5" data-box>
        <img src="/icons/icon.svg" alt="" width="48" height="48" />
        <h1>{texts.title}</h1>
        {children ?? <p role="status">{texts.loading}</p>}
      </div>
    </main>
  )
}
