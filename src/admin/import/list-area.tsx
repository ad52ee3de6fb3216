import { type ComponentProps, type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import fieldStyles from '#src/ui/field.module.css'
import styles from './list-area.module.css'

export type LineMarks = ReadonlyMap<number, 'danger' | 'warning'>

interface ListAreaProps extends Pick<ComponentProps<'textarea'>, 'onPaste'> {
  area: RefObject<HTMLTextAreaElement | null>
  label: string
  text: string
  marks: LineMarks
  isReadOnly: boolean
  onEdit: (text: string) => void
}

/** Visible part of the text, in pixels. */
interface Sight {
  top: number
  height: number
  lineHeight: number
}

/**
 * A list as pasted, with line numbers beside it. Only numbers in sight are in the page: a list may have 5,000 lines, and each
 * key press would lay them all out.
 */
export function ListArea({ area, label, text, marks, isReadOnly, onEdit, ...rest }: ListAreaProps) {
  const id = useId()
  const [sight, setSight] = useState<Sight>({ top: 0, height: 0, lineHeight: 0 })
  const look = () => {
    if (area.current) setSight(sightOf(area.current))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a shorter text may have less to scroll
  useLayoutEffect(look, [text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes resizing by its corner, or with the page
  useEffect(() => {
    const observer = new ResizeObserver(look)
    if (area.current) observer.observe(area.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box} data-box="control" data-layout="grid led" data-text="small">
        <LineNumbers sight={sight} count={countLines(text)} marks={marks} />
        <textarea
          {...rest}
          ref={area}
          id={id}
          className={styles.area}
          data-layout="full"
          data-pad="3"
          value={text}
          readOnly={isReadOnly}
          rows={12}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          onChange={(event) => onEdit(event.target.value)}
          onScroll={look}
        />
      </div>
    </div>
  )
}

const sightOf = (area: HTMLTextAreaElement): Sight => {
  const { lineHeight, paddingBlockStart } = getComputedStyle(area)
  return {
    top: area.scrollTop - Number.parseFloat(paddingBlockStart),
    height: area.clientHeight,
    lineHeight: Number.parseFloat(lineHeight),
  }
}

interface LineNumbersProps {
  sight: Sight
  count: number
  marks: LineMarks
}

/** Line numbers for sighted readers: a screen reader gets a line's number with its message. */
function LineNumbers({ sight: { top, height, lineHeight }, count, marks }: LineNumbersProps) {
  const { first, last } = linesInSight({ top, height, lineHeight }, count)
  return (
    <div
      aria-hidden="true"
      className={styles.gutter}
      data-layout="anchor"
      data-text="muted"
      style={{ inlineSize: `calc(${widthOf(count)}ch + 2rem)` }}
    >
      <ol
        className={styles.numbers}
        data-text="figures ends"
        style={{ transform: `translateY(${(first - 1) * lineHeight - top}px)` }}
      >
        {Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at).map((line) => (
          <li data-text="nowrap" data-pad="x2" key={line} data-mark={marks.get(line)}>
            {line}
          </li>
        ))}
      </ol>
    </div>
  )
}

const widthOf = (count: number): number => Math.max(2, String(count).length)

/** First and last visible line, from 1; none while the visible part is unknown. */
export function linesInSight({ top, height, lineHeight }: Sight, count: number): { first: number; last: number } {
  if (lineHeight <= 0) return { first: 1, last: 0 }
  return {
    first: Math.max(1, Math.floor(top / lineHeight) + 1),
    last: Math.min(count, Math.ceil((top + height) / lineHeight)),
  }
}

/** Counts lines as a text area and the list reader do: by every kind of line ending. */
export const countLines = (text: string): number => (text.match(/\r\n|\r|\n/g)?.length ?? 0) + 1

/** Position of a line in a text area's text, whose lines all end in \n; null if the line does not exist. */
export function placeOfLine(text: string, line: number): { start: number; end: number } | null {
  let start = 0
  for (let before = 1; before < line; before++) {
    const end = text.indexOf('\n', start)
    if (end < 0) return null
    start = end + 1
  }
  const end = text.indexOf('\n', start)
  return { start, end: end < 0 ? text.length : end }
}

export function showLine(area: HTMLTextAreaElement, line: number): void {
  const place = placeOfLine(area.value, line)
  if (!place) return
  area.focus({ preventScroll: true })
  area.setSelectionRange(place.start, place.end)
  const { lineHeight } = sightOf(area)
  area.scrollTop = (line - 0.5) * lineHeight - area.clientHeight / 2
  area.scrollLeft = 0
  area.scrollIntoView({ block: 'nearest' })
}
