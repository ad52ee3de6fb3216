import { useSelector } from '@xstate/react'
import type { BarcodeDetector as Reader } from 'qr/decode.js'
import { useEffect, useRef, useState } from 'react'
import { receivedLabel, timeOfLabel } from '#domain/calendar/time-labels.ts'
import { DOOR_CODE } from '#domain/presence/door-code.rules.ts'
import type { PresenceList } from '#domain/presence/presence.schema.ts'
import { roomLabel } from '#domain/rooms/chair.texts.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Options, SelectField } from '#src/ui/field.tsx'
import type { PresenceActor } from './presence.machine.ts'
import { presenceTexts, scannerTexts as texts } from './presence.texts.ts'
import { placeIn } from './presence-rows.tsx'
import styles from './scanner.module.css'
import { nameOf, standing } from './shown-list.ts'
import { type Verdict, verdictOf } from './verdict.ts'

interface ScannerProps {
  actor: PresenceActor
  /** the only room that is let in at this door; null for all of the list */
  room_id: number | null
  onClose: () => void
}

/** Reads students' codes by the camera and ticks them; see scanner.rationale.md. Without a camera it says why. */
export function Scanner({ actor, room_id, onClose }: ScannerProps) {
  const { list, act, receivedAt } = useSelector(actor, ({ context }) => context)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [isUndone, setUndone] = useState(false)
  const judge = async (text: string) => {
    const hash = DOOR_CODE.test(text) ? await hashOf(text) : ''
    const { list, ticks } = actor.getSnapshot().context
    if (!list) return
    const found = verdictOf(list, standing(ticks), { hash, room_id })
    if (found.kind === 'welcome') actor.send({ type: 'code.read', enrollment_ids: found.enrollment_ids, scanned: hash })
    navigator.vibrate?.(found.kind === 'welcome' ? 80 : [150, 80, 150])
    setVerdict(found)
    setUndone(false)
  }
  const { video, cameras, camera, choose, problem } = useCamera(judge)
  const canUndo = verdict?.kind === 'welcome' && !isUndone && act?.ticks.some(({ scanned }) => scanned)
  if (problem)
    return (
      <Alert tone="warning" title={texts.problems[problem]}>
        <Button onClick={onClose}>{texts.close}</Button>
      </Alert>
    )
  return (
    <section className={styles.scanner} data-box aria-label={texts.scan}>
      <video ref={video} className={styles.video} aria-label={texts.picture} muted playsInline />
      <div
        className={styles.verdict}
        data-layout="2"
        data-pad="3"
        data-tone={verdict && !isUndone ? tones[verdict.kind] : undefined}
      >
        <div role="alert" data-layout="stack 1">
          {isUndone ? (
            <p className={styles.word}>{texts.undone}</p>
          ) : verdict && list ? (
            <VerdictWords key={wordOf(verdict)} verdict={verdict} list={list} />
          ) : (
            <p data-text="large">{texts.aim}</p>
          )}
        </div>
        {receivedAt !== null && <p data-text="small">{texts.listOf(receivedLabel(receivedAt, Date.now()))}</p>}
        <div data-layout="row 2 x3">
          {canUndo && (
            <Button
              onClick={() => {
                actor.send({ type: 'act.undone' })
                setUndone(true)
              }}
            >
              {texts.undo}
            </Button>
          )}
          <Button onClick={onClose}>{texts.stop}</Button>
        </div>
        {cameras.length > 1 && (
          <SelectField label={texts.camera} value={camera ?? ''} onChange={({ target }) => choose(target.value)}>
            <Options of={cameras.map(({ deviceId, label }, at) => [deviceId, label || texts.nthCamera(at + 1)])} />
          </SelectField>
        )}
      </div>
    </section>
  )
}

const tones = {
  welcome: 'success',
  inside: 'danger',
  'other-room': 'warning',
  'without-chair': 'warning',
  'other-moment': 'warning',
  unknown: 'danger',
} satisfies Record<Verdict['kind'], string>

function wordOf(verdict: Verdict): string {
  if (verdict.kind === 'welcome') return texts.welcome
  if (verdict.kind === 'inside') return texts.inside(timeOfLabel(Date.parse(verdict.since), Date.now()))
  if (verdict.kind === 'other-room') return texts.otherRoom(verdict.room)
  if (verdict.kind === 'without-chair') return presenceTexts.withoutChair
  return verdict.kind === 'other-moment' ? texts.otherMoment(verdict.starts_at) : texts.unknown
}

function VerdictWords({ verdict, list }: { verdict: Verdict; list: PresenceList }) {
  const student = 'student' in verdict ? verdict.student : null
  const place = student && verdict.kind !== 'without-chair' && placeIn(list, student)
  return (
    <>
      <p className={styles.word}>{wordOf(verdict)}</p>
      {student && (
        <>
          <p data-text="huge strong tight breaks" translate="no">
            {nameOf(student)}
          </p>
          <p data-layout="row 0 x3" data-text="large figures">
            {student.class_group && <span translate="no">{student.class_group}</span>}
            {place && <span translate="no">{place}</span>}
            {student.extra_time && <span>{presenceTexts.extraTime}</span>}
          </p>
        </>
      )}
      {verdict.kind === 'other-room' && <p data-text="large">{texts.sendTo(roomLabel(verdict.room))}</p>}
      {verdict.kind === 'without-chair' && <p data-text="large">{texts.withoutChair}</p>}
    </>
  )
}

/** The hash by which lists know a code. */
async function hashOf(code: string): Promise<string> {
  const whole = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code)))
  return btoa(String.fromCharCode(...whole.subarray(0, 16)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

type CameraProblem = keyof typeof texts.problems

const problemOf = (error: unknown): CameraProblem => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'taken' : 'missing'
}

/** A code that stays in the picture is one scan: ms for which it has to be out of it to be read again. */
const SAME_SCAN_MS = 2_000
/** ms between two frames: a code is read within a tenth of a second, and a tablet stays cool. */
const FRAME_MS = 60

/** Shows the camera in `video` and calls `onText` for each code that comes into the picture. */
function useCamera(onText: (text: string) => Promise<void>) {
  const video = useRef<HTMLVideoElement>(null)
  const [camera, choose] = useState<string | null>(null)
  const [cameras, setCameras] = useState<readonly MediaDeviceInfo[]>([])
  const [problem, setProblem] = useState<CameraProblem | null>(null)
  const heard = useRef(onText)
  heard.current = onText
  useEffect(() => {
    const stop = new AbortController()
    let stream: MediaStream | undefined
    const run = async () => {
      const shown = video.current
      if (!shown || !navigator.mediaDevices) return setProblem('missing')
      const wanted = camera ? { deviceId: { exact: camera } } : { facingMode: 'environment' }
      stream = await navigator.mediaDevices.getUserMedia({ video: { ...wanted, width: { ideal: 1280 } } })
      if (stop.signal.aborted) return end(stream)
      const turnedOff = () => {
        stop.abort()
        setProblem('ended')
      }
      for (const track of stream.getTracks()) track.addEventListener('ended', turnedOff)
      shown.srcObject = stream
      await shown.play()
      const devices = (await navigator.mediaDevices.enumerateDevices?.()) ?? []
      setCameras(devices.filter(({ kind }) => kind === 'videoinput'))
      await readCodes(shown, stop.signal, (text) => heard.current(text))
    }
    run().catch((error: unknown) => !stop.signal.aborted && setProblem(problemOf(error)))
    return () => {
      stop.abort()
      end(stream)
    }
  }, [camera])
  return { video, cameras, camera, choose, problem }
}

function end(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

async function readCodes(video: HTMLVideoElement, signal: AbortSignal, onText: (text: string) => Promise<void>) {
  const reader = await openReader()
  let last = { text: '', at: Number.NEGATIVE_INFINITY }
  while (!signal.aborted) {
    // A frame that cannot be read is followed by another.
    const [code] = await reader.detect(video).catch(() => [])
    const now = performance.now()
    if (code && !signal.aborted) {
      const isSame = code.rawValue === last.text && now - last.at < SAME_SCAN_MS
      last = { text: code.rawValue, at: now }
      if (!isSame) await onText(code.rawValue)
    }
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS))
  }
}

/** The browser's own reader of QR codes, or else one in JavaScript. */
async function openReader(): Promise<Pick<Reader, 'detect'>> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: typeof Reader }
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (BarcodeDetector && formats.includes('qr_code')) return new BarcodeDetector({ formats: ['qr_code'] })
  const own = await import('qr/decode.js')
  return new own.BarcodeDetector({ formats: ['qr_code'] })
}
