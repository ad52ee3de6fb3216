import { useEffect, useRef } from 'react'
import type { Imported, ImportPreview } from '#contract/import.calls.ts'
import type { VerdictCounts } from '#domain/import/import.schema.ts'
import { type ImportKind, listKind } from '#domain/import/import-kinds.ts'
import { FootBar } from '#src/parts/foot-bar.tsx'
import { Problem, ServerButton } from '#src/parts/writing/writing.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './import.module.css'
import { columnTexts, importTexts as texts } from './import.texts.ts'
import type { JudgedLine, useImport } from './use-import.ts'

type Verdict<Preview extends ImportPreview<JudgedLine>> = Pick<
  ReturnType<typeof useImport<JudgedLine, Preview, Imported>>,
  'phase' | 'isChecking' | 'isImporting' | 'problem' | 'look'
>

interface VerdictFootProps<Preview extends ImportPreview<JudgedLine>> {
  kind: ImportKind
  verdict: Verdict<Preview>
  /** the list is to be imported without its refused lines */
  isLeavingOut: boolean
  onConfirm: () => void
}

/** The effects of the list, and the button to import it; stays in view, so that a choice and its effect are seen together. */
export function VerdictFoot<Preview extends ImportPreview<JudgedLine>>({
  kind,
  verdict: { phase, isChecking, isImporting, problem, look },
  isLeavingOut,
  onConfirm,
}: VerdictFootProps<Preview>) {
  const place = useRef<HTMLElement>(null)
  const checked = phase.name === 'checked' ? phase : null
  const turn = checked?.isAwaited ? checked.turn : null
  useEffect(() => {
    if (turn !== null) place.current?.focus({ preventScroll: true })
  }, [turn])
  const isFresh = checked !== null && !checked.isStale
  return (
    <FootBar
      ref={place}
      className={styles.verdict}
      data-box
      data-pad="3"
      data-layout="row 2 x6 between"
      aria-label={texts.verdict}
      tabIndex={-1}
    >
      <div data-layout="row 1 x6 grows">
        <div role="status" aria-busy={isChecking} data-layout="row 1 x6">
          {isChecking && !checked && <span>{texts.checking}</span>}
          {!isChecking && !isFresh && <span>{checked ? texts.stale : texts.unchecked}</span>}
          {checked && (isFresh || isChecking) && (
            <Counts kind={kind} counts={checked.preview.counts} isLeavingOut={isLeavingOut} />
          )}
        </div>
        {isFresh && checked.preview.unused_columns.length > 0 && (
          <StatusLine tone="warning" icon="minus">
            {columnTexts.lost(checked.preview.unused_columns)}
          </StatusLine>
        )}
      </div>
      {isFresh && (isLeavingOut || checked.preview.confirmation !== null) ? (
        <ServerButton key="import" tone="primary" busy={isImporting} onClick={onConfirm}>
          {listKind(kind).words.importing(checked.preview.counts)}
        </ServerButton>
      ) : (
        <ServerButton key="check" tone={isFresh ? 'secondary' : 'primary'} busy={isChecking} onClick={look}>
          {isFresh ? texts.checkAgain : texts.check}
        </ServerButton>
      )}
      {problem?.at === 'verdict' && (
        <div data-layout="line">
          <Problem text={problem.text} />
        </div>
      )}
    </FootBar>
  )
}

function Counts({ kind, counts, isLeavingOut }: { kind: ImportKind; counts: VerdictCounts; isLeavingOut: boolean }) {
  const { added, changed, skipped, errors } = counts
  const { words } = listKind(kind)
  return (
    <>
      {errors > 0 && (
        <StatusLine tone={isLeavingOut ? 'warning' : 'danger'} icon="alert">
          {isLeavingOut ? texts.counts.leftOut(errors) : texts.counts.errors(errors)}
        </StatusLine>
      )}
      {(added > 0 || changed === 0) && (
        <StatusLine tone="success" icon="plus">
          {texts.counts.added(added)}
        </StatusLine>
      )}
      {changed > 0 && (
        <StatusLine tone="success" icon="edit">
          {words.changed(changed)}
        </StatusLine>
      )}
      {skipped > 0 && <StatusLine icon="minus">{texts.counts.skipped(skipped)}</StatusLine>}
      {errors === 0 && added + changed === 0 && <p data-text="small">{words.nothing}</p>}
    </>
  )
}
