import { useCallback, useEffect, useState } from 'react'
import {
  endInvigilatorLink,
  listInvigilatorLinks,
  makeInvigilatorLink,
  readInvigilatorLink,
  revokeInvigilatorDevice,
} from '#contract/presence.gen.ts'
import { receivedLabel } from '#domain/calendar/time-labels.ts'
import { dotted } from '#domain/entities/dotted.ts'
import { invigilatorLimits } from '#domain/presence/presence.rules.ts'
import type {
  InvigilatorAccess,
  InvigilatorDevice,
  InvigilatorLink,
  PresenceRoom,
} from '#domain/presence/presence.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { onAppEvent } from '#src/live/app-events.ts'
import { useAnswer } from '#src/parts/plan/use-answer.ts'
import { useCopy } from '#src/parts/use-copy.ts'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { ServerButton, useWrite } from '#src/parts/writing/writing.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Options, SelectField, TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { invigilatorLinkTexts as texts } from './presence.texts.ts'
import styles from './presence-screen.module.css'

interface LinkDialogProps {
  testmomentId: number
  /** rooms of a divided moment */
  rooms: readonly PresenceRoom[]
  onClose: () => void
}

/** Invigilators without an account: their link and code for all rooms or for one, and their devices. */
export function LinkDialog({ testmomentId, rooms, onClose }: LinkDialogProps) {
  const api = useApi()
  const [links, setLinks] = useState<readonly InvigilatorLink[] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const { busy, write } = useWrite({ inToast: true })
  const load = useCallback(async () => {
    try {
      setLinks((await api.call(listInvigilatorLinks, { params: { id: testmomentId } })).entities)
      setFailure(null)
    } catch (error) {
      setFailure(error)
    }
  }, [api, testmomentId])
  useEffect(() => {
    void load()
    return onAppEvent({
      received: ({ name }) => (name === 'presenceChanged' || name === 'roomsChanged') && void load(),
    })
  }, [load])

  const act = async (name: string, failed: string, send: () => Promise<unknown>) => {
    if (!(await write({ name, failed, send, onDone: load, onAnswerLost: load }))) await load()
  }
  const [roomId, setRoomId] = useState<number | null>(null)
  const choices = choicesOf(rooms, links ?? [])
  const chosen = links?.filter(({ room }) => (room?.id ?? null) === roomId) ?? []
  const link = chosen.find(({ ended }) => ended === null)
  const [last] = chosen
  const canMake = roomId === null || last?.ended !== 'room-removed' || rooms.some(({ id }) => id === roomId)
  const end = link?._links.end
  return (
    <Dialog title="Surveillanten" onClose={onClose}>
      <div data-layout="stack 4">
        <p>{texts.explanation}</p>
        {failure !== null && <Alert>{saveFailureText(failure, texts.loadFailed)}</Alert>}
        {links && choices.length > 0 && (
          <SelectField
            label={texts.forRoom}
            hint={roomId === null ? undefined : texts.oneRoom}
            value={roomId ?? ''}
            onChange={({ target }) => setRoomId(target.value === '' ? null : Number(target.value))}
          >
            <option value="">{texts.choice(texts.allRooms, isOpen(links, null))}</option>
            <Options of={choices.map(({ id, name }) => [id, texts.choice(name, isOpen(links, id))])} />
          </SelectField>
        )}
        {link && <OpenLink key={link.id} link={link} />}
        {link && (
          <Devices
            devices={link.devices}
            busy={busy}
            onRevoke={(device) =>
              act(`device ${device.id}`, texts.deviceNotEnded(device.name), async () => {
                if (device._links.revoke) await api.follow(revokeInvigilatorDevice, device._links.revoke)
              })
            }
          />
        )}
        {links && !link && (
          <>
            {last?.ended && <Alert tone="warning">{texts.endings[last.ended]}</Alert>}
            <p>{texts.days}</p>
            {canMake && (
              <div>
                <ServerButton
                  tone="primary"
                  busy={busy === 'making'}
                  disabled={busy !== null}
                  onClick={() =>
                    act('making', texts.notMade, () =>
                      api.call(makeInvigilatorLink, { params: { id: testmomentId }, body: { room_id: roomId } }),
                    )
                  }
                >
                  Surveillantenlink maken
                </ServerButton>
              </div>
            )}
          </>
        )}
        {end && (
          <EndLink
            key={`end of ${link.id}`}
            busy={busy}
            onEnd={() => act('ending', texts.notEnded, () => api.follow(endInvigilatorLink, end))}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Rooms of the moment, and others that a link is or was for. */
function choicesOf(rooms: readonly PresenceRoom[], links: readonly InvigilatorLink[]): PresenceRoom[] {
  const known = [...rooms, ...links.flatMap(({ room }) => room ?? [])]
  return [...new Map(known.toReversed().map((room) => [room.id, room])).values()].toReversed()
}

const isOpen = (links: readonly InvigilatorLink[], roomId: number | null): boolean =>
  links.some(({ room, ended }) => ended === null && (room?.id ?? null) === roomId)

/** Shows the link's address and code, which ask for a recent proof. Without a proof one may still end the link. */
function OpenLink({ link }: { link: InvigilatorLink }) {
  const api = useApi()
  const { latest, error, isAsking, askAgain } = useAnswer({
    question: link._links.words ?? null,
    ask: (words) => api.follow(readInvigilatorLink, words),
  })
  if (latest) return <Words words={latest.answer} />
  return (
    <div data-layout="stack 2">
      {error !== null && <Alert>{saveFailureText(error, texts.wordsFailed)}</Alert>}
      <div>
        <ServerButton busy={isAsking} onClick={askAgain}>
          {texts.showWords}
        </ServerButton>
      </div>
    </div>
  )
}

function Words({ words: { url, code } }: { words: InvigilatorAccess }) {
  const copy = useCopy(texts)
  // Closing the device's share menu is not a failure.
  const share = () => void navigator.share?.({ title: 'Presentielijst aftekenen', url }).catch(() => undefined)
  return (
    <>
      <div data-layout="stack 2">
        <TextField label={texts.url} readOnly value={url} onFocus={({ target }) => target.select()} />
        <div data-layout="row 2 x3 stretch right buttons">
          <Button tone="primary" onClick={() => copy(url)}>
            Kopiëren
          </Button>
          {'share' in navigator && <Button onClick={share}>Delen</Button>}
        </div>
      </div>
      <div>
        <p>{texts.code}</p>
        {/* Screen readers read six digits, as a teacher would. */}
        <p
          className={styles.code}
          data-text="strong figures"
          translate="no"
          role="img"
          aria-label={`Code: ${[...code].join(' ')}`}
        >
          {`${code.slice(0, 3)} ${code.slice(3)}`}
        </p>
        <p data-text="small muted breaks">{texts.codeHint}</p>
      </div>
      <p data-text="small muted breaks">{texts.days}</p>
    </>
  )
}

/** Asks first, since all its devices end with a link. */
function EndLink({ busy, onEnd }: { busy: string | null; onEnd: () => Promise<void> }) {
  const [isAsked, setAsked] = useState(false)
  if (!isAsked)
    return (
      <div>
        <ServerButton tone="danger" onClick={() => setAsked(true)}>
          Link beëindigen
        </ServerButton>
      </div>
    )
  const end = async () => {
    await onEnd()
    setAsked(false)
  }
  return (
    <Alert tone="warning" title={texts.endForAll}>
      <p>{texts.endQuestion}</p>
      <div data-layout="row 2 x3 stretch right buttons">
        <Button onClick={() => setAsked(false)}>Annuleren</Button>
        <ServerButton tone="danger" busy={busy === 'ending'} disabled={busy !== null} onClick={end}>
          Beëindigen
        </ServerButton>
      </div>
    </Alert>
  )
}

interface DevicesProps {
  devices: readonly InvigilatorDevice[]
  busy: string | null
  onRevoke: (device: InvigilatorDevice) => void
}

function Devices({ devices, busy, onRevoke }: DevicesProps) {
  const [asked, setAsked] = useState<number | null>(null)
  const admitted = devices.filter(({ revoked }) => !revoked)
  return (
    <section aria-labelledby="invigilators-devices">
      <h3 id="invigilators-devices">{`Apparaten (${admitted.length} van hoogstens ${invigilatorLimits.devices})`}</h3>
      {devices.length === 0 && <p data-text="small muted breaks">{texts.noDevices}</p>}
      <ul data-layout="lined">
        {devices.map((device) => (
          <li key={device.id} data-layout="row 2 x4 between" data-pad="y2">
            <div>
              <p data-text="strong breaks">{device.name}</p>
              <p data-text="small muted breaks">{factsOf(device)}</p>
            </div>
            {device.revoked && <StatusLine icon="cross">Afgemeld</StatusLine>}
            {!device.revoked && asked !== device.id && (
              <ServerButton tone="danger" onClick={() => setAsked(device.id)}>
                Afmelden
              </ServerButton>
            )}
            {!device.revoked && asked === device.id && (
              <Alert tone="warning" title={`${device.name} afmelden?`}>
                <p>{texts.revokeQuestion(lastSeen(device))}</p>
                <div data-layout="row 2 x3 stretch right buttons">
                  <Button onClick={() => setAsked(null)}>Annuleren</Button>
                  <ServerButton
                    tone="danger"
                    busy={busy === `device ${device.id}`}
                    disabled={busy !== null}
                    onClick={() => onRevoke(device)}
                  >
                    Apparaat afmelden
                  </ServerButton>
                </div>
              </Alert>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function factsOf(device: InvigilatorDevice): string {
  const noted = device.walk_ins > 0 && `${device.walk_ins} genoteerd`
  const at = lastSeen(device)
  const seen = at && `laatst gezien ${at}`
  return dotted([device.device, `${device.ticks} afgetekend`, noted, seen])
}

/** 'om 09:12'; a device without a connection has ticks that the server does not know. */
const lastSeen = ({ last_seen_at }: InvigilatorDevice): string | null =>
  last_seen_at && receivedLabel(Date.parse(last_seen_at), Date.now())
