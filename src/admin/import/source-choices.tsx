import { type ReactNode, useId } from 'react'
import { Options, SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { legacyEncodings } from './decode-list.ts'
import { headingTexts, sourceTexts as texts } from './import.texts.ts'
import type { ListedColumns } from './list-columns.ts'
import { decodeAgain, type FileReading, type ListFile, readSheet } from './list-file.ts'

interface SourceChoicesProps {
  /** null for a text that was typed or pasted */
  file: ListFile | null
  listed: ListedColumns | null
  isBusy: boolean
  /** called with the list as read by the new choice */
  onRead: (reading: FileReading) => void
  /** called with the line with the column names, 0 for none */
  onHeading: (line: number) => void
  /** further choices for the columns, in the same row */
  children: ReactNode
}

/** Choices for reading a list: the line with the column names, the worksheet, hidden rows, the encoding. */
export function SourceChoices({ file, listed, isBusy, onRead, onHeading, children }: SourceChoicesProps) {
  const choices = { isBusy, onRead }
  return (
    <div data-layout="row 3 x6">
      {listed && listed.firstLines.length > 0 && (
        <div data-width="16">
          <SelectField
            label={headingTexts.label}
            hideLabel
            value={listed.heading}
            disabled={isBusy}
            onChange={({ target }) => onHeading(Number(target.value))}
          >
            <Options of={listed.firstLines.map(({ line, cells }) => [line, headingTexts.line(line, cells)])} />
            <option value={0}>{headingTexts.none}</option>
          </SelectField>
        </div>
      )}
      {file?.kind === 'workbook' && <Sheet file={file} {...choices} />}
      {file?.kind === 'text' && file.legacy && <Letters file={file} {...choices} />}
      {children}
    </div>
  )
}

interface SheetProps {
  file: ListFile & { kind: 'workbook' }
  isBusy: boolean
  onRead: (reading: FileReading) => void
}

function Sheet({ file, isBusy, onRead }: SheetProps) {
  const { sheet, hidden, withHidden, workbook } = file
  const read = async (index: number, isHiddenTaken: boolean) => onRead(await readSheet(file, index, isHiddenTaken))
  return (
    <>
      {workbook.sheets.length > 1 && (
        <div data-width="16">
          <SelectField
            label={texts.sheet}
            hideLabel
            value={sheet}
            disabled={isBusy}
            onChange={({ target }) => void read(Number(target.value), false)}
          >
            <Options of={workbook.sheets.map((name, index) => [index, `${texts.sheet} ${name}`])} />
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
    </>
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
      <label data-layout="grid led target x3 center">
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

/** Choice of the encoding, which a file without Unicode does not state: shows examples of the guess. */
const Letters = ({ file, isBusy, onRead }: LettersProps) => (
  <>
    <StatusLine tone="warning" icon="info">
      {texts.lettersGuessed(file.examples)}
    </StatusLine>
    <div data-width="16">
      <SelectField
        label={texts.letters}
        hideLabel
        value={file.legacy ?? ''}
        disabled={isBusy}
        onChange={({ target }) => {
          const chosen = legacyEncodings.find((one) => one === target.value)
          if (chosen) onRead(decodeAgain(file, chosen))
        }}
      >
        <Options of={legacyEncodings.map((encoding) => [encoding, texts.encodings[encoding]])} />
      </SelectField>
    </div>
  </>
)
