import { useState } from 'react'
import type { CsvRow } from '#domain/import/csv.rules.ts'
import { RadioList } from '#src/ui/radio-list.tsx'
import styles from './import.module.css'
import { headingTexts as texts } from './import.texts.ts'

interface HeadingChoiceProps {
  /** the line of the column names, 0 for none */
  heading: number
  firstLines: readonly CsvRow[]
  onChoose: (heading: number) => void
}

const NONE = '0'

/** The first lines of a list, of which one has the names of its columns; open where that is not simply the first. */
export function HeadingChoice({ heading, firstLines, onChoose }: HeadingChoiceProps) {
  const [isOpen, setIsOpen] = useState(heading !== firstLines[0]?.line)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={styles.summary} data-layout="target" data-text="accent" data-pad="y1">
        {heading === 0 ? texts.without : texts.onLine(heading)}
      </summary>
      <div data-layout="stack 3" data-width="44" data-text="breaks">
        <RadioList
          legend={texts.legend}
          options={[
            ...firstLines.map(({ line, cells }) => ({
              value: String(line),
              label: texts.line(line),
              hint: texts.cells(cells),
            })),
            { value: NONE, label: texts.none, hint: texts.noneHint },
          ]}
          value={String(heading)}
          onChange={(value) => onChoose(Number(value))}
        />
      </div>
    </details>
  )
}
