import { type ReactNode, useState } from 'react'
import { cellOf, saveTable } from '#src/parts/download-button.tsx'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { DialogActions } from '#src/ui/dialog.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { Table } from '#src/ui/table.tsx'
import { manyActTexts as texts } from './many.texts.ts'
import { Address } from './ticks.tsx'
import type { Progress, useBatches } from './use-batches.ts'

export interface Remark {
  who: string
  /** text by which the student or line can be pasted again */
  key: string
  why: string[]
}

const STEP = 50

interface RemarksProps {
  caption: string
  /** header of the first column */
  who?: string
  remarks: readonly Remark[]
}

export function Remarks({ caption, who: whoLabel = 'Student', remarks }: RemarksProps) {
  const [limit, setLimit] = useState(STEP)
  const rows = remarks.slice(0, limit).map((remark, index) => ({ ...remark, index }))
  return (
    <>
      <Table
        caption={caption}
        rows={rows}
        keyOf={({ index }) => index}
        columns={[
          { key: 'who', label: whoLabel, cell: ({ who, key }) => <Who who={who} address={key} /> },
          {
            key: 'why',
            label: texts.remark,
            cell: ({ why }) => (
              <ul data-layout="grid 1">
                {why.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            ),
          },
        ]}
      />
      {remarks.length > limit && (
        <div>
          <Button onClick={() => setLimit(limit + 10 * STEP)}>{texts.more(remarks.length - limit)}</Button>
        </div>
      )}
    </>
  )
}

const Who = ({ who, address }: { who: string; address: string }) => (
  <span>
    <span translate="no">{who}</span>
    {address !== who && <Address>{address}</Address>}
  </span>
)

/** Copies or downloads who could not be handled, each with the reason, to be solved elsewhere. */
export function TakeAlong({ remarks }: { remarks: readonly Remark[] }) {
  const [said, setSaid] = useState('')
  const rows = () => remarks.map(({ key, who, why }) => [key, who, why.join(' ')])
  const copy = () =>
    navigator.clipboard
      .writeText(
        rows()
          .map((cells) => cells.map(cellOf).join(';'))
          .join('\n'),
      )
      .then(
        () => setSaid(texts.copied),
        () => setSaid(texts.copyFailed),
      )
  const download = () => saveTable('niet-gelukt.csv', [['regel', 'student', 'reden'], ...rows()])
  return (
    <div data-layout="row 3">
      <Button onClick={copy}>{texts.copyList}</Button>
      <Button icon="download" onClick={download}>
        {texts.download}
      </Button>
      <span role="status">{said}</span>
    </div>
  )
}

export interface ProgressWords {
  busy: string
  progress: (settled: number, total: number) => string
  done: (count: number) => string
  already: (count: number) => string
  remarked: (count: number) => string
  stopped: (left: number) => string
}

interface ActProgressProps {
  words: ProgressWords
  progress: Progress<{ outcome: string }>
  batches: Pick<ReturnType<typeof useBatches>, 'stop' | 'resume'>
  /** students or lines to report at the end */
  remarks: readonly Remark[]
  children: ReactNode
}

export function ActProgress({ words, progress, batches, remarks, children }: ActProgressProps) {
  const { settled, left, total, state } = progress
  const isOver = state === 'finished' || state === 'stopped'
  return (
    <div data-layout="stack 4">
      {state !== 'finished' && (
        <div>
          <ProgressBar label={words.busy} value={settled.length} max={total} />
          <p data-text="small muted figures">{words.progress(settled.length, total)}</p>
        </div>
      )}
      <div role="status" data-layout="stack 4">
        {state === 'running' && <p>{`${words.busy}…`}</p>}
        {state === 'stopping' && <p>{texts.stopping}</p>}
        {state === 'waiting' && (
          <Note tone="warning">
            <p>{progress.isServerBusy ? texts.busyServer : texts.waiting}</p>
          </Note>
        )}
        {state === 'stopped' && (
          <Note tone={progress.problem ? 'danger' : 'warning'}>
            {progress.problem !== null && <p>{saveFailureText(progress.problem, texts.failed)}</p>}
            <p>{words.stopped(left.length)}</p>
          </Note>
        )}
        {isOver && <Outcomes words={words} settled={settled} remarked={remarks.length} />}
      </div>
      {isOver && remarks.length > 0 && <Remarks caption={texts.notDone} remarks={remarks} />}
      <DialogActions>
        {(state === 'running' || state === 'waiting') && <Button onClick={batches.stop}>{texts.stop}</Button>}
        {(state === 'waiting' || state === 'stopped') && (
          <Button tone="primary" onClick={batches.resume}>
            {texts.resume}
          </Button>
        )}
        {isOver && children}
      </DialogActions>
    </div>
  )
}

interface OutcomesProps {
  words: ProgressWords
  settled: readonly { outcome: string }[]
  remarked: number
}

function Outcomes({ words, settled, remarked }: OutcomesProps) {
  const count = (outcome: string) => settled.filter((test) => test.outcome === outcome).length
  const [done, already] = [count('done'), count('already')]
  return (
    <>
      {done > 0 && (
        <StatusLine tone="success" icon="done">
          {words.done(done)}
        </StatusLine>
      )}
      {already > 0 && <StatusLine icon="minus">{words.already(already)}</StatusLine>}
      {remarked > 0 && <StatusLine tone="warning">{words.remarked(remarked)}</StatusLine>}
    </>
  )
}
