import { useEffect, useRef } from 'react'
import type { Imported, ImportPreview } from '#contract/import.ts'
import type { VerdictCounts } from '#domain/import/import.schema.ts'
import { type ImportKind, listKind } from '#domain/import/import-kinds.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { Problem } from '#src/parts/editing/problem.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './import.module.css'
import { importTexts as texts } from './import.texts.ts'
import type { JudgedLine, useImport } from './use-import.ts'

type Verdict<Preview extends ImportPreview<JudgedLine>> = Pick<
  ReturnType<typeof useImport<JudgedLine, Preview, Imported>>,
  'phase' | 'isChecking' | 'isImporting' | 'problem' | 'look'
>

interface VerdictFootProps<Preview extends ImportPreview<JudgedLine>> {
  kind: ImportKind
  verdict: Verdict<Preview>
  onConfirm: (preview: Preview) => void
}

/** The effects of the list, and the button to import it; stays in view, so that a choice and its effect are seen together. */
export function VerdictFoot<Preview extends ImportPreview<JudgedLine>>({
  kind,
  verdict: { phase, isChecking, isImporting, problem, look },
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
    <section
      ref={place}
      className={styles.verdict}
      data-box
      data-pad="3"
      data-layout="row 2 x6 between foot"
      aria-label={texts.verdict}
      tabIndex={-1}
    >
      <div role="status" aria-busy={isChecking} data-layout="row 1 x6">
        {isChecking && !checked && texts.checking}
        {!isChecking && !isFresh && (checked ? texts.stale : texts.unchecked)}
        {checked && (isFresh || isChecking) && <Counts kind={kind} counts={checked.preview.counts} />}
      </div>
      {isFresh && checked.preview.confirmation !== null ? (
        <ServerButton key="import" tone="primary" busy={isImporting} onClick={() => onConfirm(checked.preview)}>
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
    </section>
  )
}

/** Numbers of lines that are new, change something, change nothing, or have errors. */
function Counts({ kind, counts }: { kind: ImportKind; counts: VerdictCounts }) {
  const { added, changed, skipped, errors } = counts
  const { words } = listKind(kind)
  return (
    <>
      {errors > 0 && (
        <StatusLine tone="danger" icon="alert">
          {texts.counts.errors(errors)}
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
      {skipped > 0 && (
        <StatusLine tone="neutral" icon="minus">
          {texts.counts.skipped(skipped)}
        </StatusLine>
      )}
      {errors === 0 && added + changed === 0 && <p data-text="small">{words.nothing}</p>}
    </>
  )
}
