import {
  type ClipboardEvent,
  createContext,
  type KeyboardEvent,
  type RefObject,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { CellLook } from './cells.ts'
import { intentOf } from './keys.ts'
import styles from './results.module.css'
import { gridTexts as texts } from './results.texts.ts'
import type { Sheet } from './sheet.ts'

export interface Grid {
  sheet: Sheet
  isReadOnly: boolean
  /** announces the outcome of a paste or an undo */
  onDone: (sentence: string) => void
  /** the user works in the grid: the field of the next active cell takes the focus */
  isIn: RefObject<boolean>
}

export const GridContext = createContext<Grid | null>(null)
export const useGrid = (): Grid => {
  const grid = use(GridContext)
  if (!grid) throw new Error('Only within a ResultsGrid')
  return grid
}

/** Field of the active cell. Typed text is only here until the cell is left. */
export function CellField({ id, look, label, noteId }: { id: number; look: CellLook; label: string; noteId: string }) {
  const { sheet, isReadOnly, isIn, onDone } = useGrid()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isEditing, setIsEditing] = useState(false)
  useLayoutEffect(() => {
    if (!isIn.current) return
    field.current?.focus()
    field.current?.select()
  }, [isIn])

  const begin = (text: string | null) => {
    setTyped(text)
    setIsEditing(text !== null)
    sheet.edit(text === null ? null : { id, text })
    // Selects the text, as after a move to this cell: the next character replaces it.
    if (text === null) requestAnimationFrame(() => field.current?.select())
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const intent = intentOf(event, isEditing)
    if (!intent || (isReadOnly && intent.do !== 'move' && intent.do !== 'all')) return
    if (intent.do === 'move') {
      const isTab = event.key === 'Tab'
      // From a cell with a conflict, Tab goes to its buttons.
      if (isTab && !event.shiftKey && look.theirs) return
      const went = sheet.move(intent.direction, intent.extend)
      if (!went) begin(null)
      if (went || !isTab) event.preventDefault()
      return
    }
    event.preventDefault()
    if (intent.do === 'restore') begin(null)
    if (intent.do === 'edit') begin(look.text)
    if (intent.do === 'clear') sheet.clear()
    if (intent.do === 'all') sheet.selectAll()
    if (intent.do === 'undo' || intent.do === 'redo') onDone(texts.stepped(intent.do, sheet[intent.do]()))
  }
  const paste = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (isReadOnly || text === '') return
    event.preventDefault()
    const pasted = await sheet.paste(text)
    if (!pasted) return
    // If nothing was pasted, the typed text stays; so does text typed in another cell by now.
    if (pasted.done && field.current) begin(null)
    onDone(texts.pasted(pasted))
  }
  const copy = (event: ClipboardEvent) => {
    if (isEditing) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', sheet.copy())
    if (event.type === 'cut' && !isReadOnly) sheet.clear()
  }
  return (
    <input
      ref={field}
      className={styles.field}
      data-layout="fixed"
      data-text="strong"
      aria-label={label}
      aria-describedby={noteId}
      aria-invalid={look.state === 'faulty' || undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      maxLength={100}
      readOnly={isReadOnly}
      value={typed ?? look.text}
      onChange={({ target }) => begin(target.value)}
      onKeyDown={press}
      onPaste={(event) => void paste(event)}
      onCopy={copy}
      onCut={copy}
      onFocus={({ target }) => target.select()}
      // A press on the focused field places its caret.
      onMouseDown={({ currentTarget }) => !isReadOnly && document.activeElement === currentTarget && setIsEditing(true)}
      onBlur={() => {
        sheet.commit()
        setTyped(null)
        setIsEditing(false)
      }}
    />
  )
}
