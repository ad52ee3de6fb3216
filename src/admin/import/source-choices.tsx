import { useId } from 'react'
import { SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { legacyEncodings } from './decode-list.ts'
import styles from './import.module.css'
import { sourceTexts as texts } from './import.texts.ts'
import { type FileReading, type ListFile, readAgain, readSheet } from './list-file.ts'

interface SourceChoicesProps {
  file: ListFile
  isBusy: boolean
  /** the list as it is read otherwise */
  onRead: (reading: FileReading) => void
}

/** Choices for a file: the worksheet, whether hidden rows count, and the encoding. */
export function SourceChoices({ file, isBusy, onRead }: SourceChoicesProps) {
  if (file.kind === 'text') return file.legacy && <Letters file={file} isBusy={isBusy} onRead={onRead} />
  const { workbook, sheet, hidden, withHidden } = file
  const { sheets } = workbook
  if (sheets.length < 2 && hidden === 0) return null
  const read = async (index: number, isHiddenTaken: boolean) => onRead(await readSheet(file, index, isHiddenTaken))
  return (
    <div data-layout="stack 3" data-width="44">
      {sheets.length > 1 && (
        <div className={styles.filter}>
          <SelectField
            label={texts.sheet}
            value={sheet}
            disabled={isBusy}
            onChange={({ target }) => void read(Number(target.value), false)}
          >
            {sheets.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is known by its place
              <option key={index} value={index}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {hidden > 0 && (
        <HiddenRows
          count={hidden}
          areTaken={withHidden}
          isBusy={isBusy}
          onChange={(areTaken) => void read(sheet, areTaken)}
        />
      )}
    </div>
  )
}

interface HiddenRowsProps {
  count: number
  areTaken: boolean
  isBusy: boolean
  onChange: (areTaken: boolean) => void
}

function HiddenRows({ count, areTaken, isBusy, onChange }: HiddenRowsProps) {
  const id = useId()
  return (
    <>
      <div role="status">
        <StatusLine tone={areTaken ? 'neutral' : 'warning'} icon="info">
          {areTaken ? texts.hiddenTaken(count) : texts.hiddenSkipped(count)}
        </StatusLine>
      </div>
      <label className={styles.update}>
        <input
          type="checkbox"
          checked={areTaken}
          disabled={isBusy}
          aria-labelledby={id}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span id={id}>{texts.takeHidden}</span>
      </label>
    </>
  )
}

interface LettersProps {
  file: ListFile & { kind: 'text' }
  isBusy: boolean
  onRead: (reading: FileReading) => void
}

/** A file without Unicode does not say which letters it has: what was taken for right is shown, to be said otherwise. */
const Letters = ({ file, isBusy, onRead }: LettersProps) => (
  <div data-layout="stack 3" data-width="44">
    <StatusLine tone="warning" icon="info">
      {texts.lettersGuessed(file.examples)}
    </StatusLine>
    <div className={styles.filter}>
      <SelectField
        label={texts.letters}
        value={file.legacy ?? ''}
        disabled={isBusy}
        onChange={({ target }) => {
          const chosen = legacyEncodings.find((one) => one === target.value)
          if (chosen) onRead(readAgain(file, chosen))
        }}
      >
        {legacyEncodings.map((encoding) => (
          <option key={encoding} value={encoding}>
            {texts.encodings[encoding]}
          </option>
        ))}
      </SelectField>
    </div>
  </div>
)
