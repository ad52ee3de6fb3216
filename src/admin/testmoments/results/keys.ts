import type { Direction } from './selection.ts'

export type Intent =
  | { do: 'move'; direction: Direction; extend: boolean }
  | { do: 'restore' | 'edit' | 'clear' | 'undo' | 'redo' | 'all' }

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const arrows: Partial<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'page-up',
  PageDown: 'page-down',
  Home: 'first',
  End: 'last',
}

/**
 * Meaning of a key, as in a spreadsheet program; null if the field itself handles it. While text is typed, left and right move
 * within the text. Tab leaves the grid after its last column, so that nobody is caught in it.
 */
export function intentOf(pressed: Pressed, isEditing: boolean): Intent | null {
  const { key, shiftKey, altKey } = pressed
  const isCommand = pressed.ctrlKey || pressed.metaKey
  if (altKey) return null
  if (isCommand) return commandOf(key.toLowerCase(), shiftKey, isEditing)
  if (key === 'Enter') return { do: 'move', direction: shiftKey ? 'up' : 'down', extend: false }
  if (key === 'Tab') return { do: 'move', direction: shiftKey ? 'left' : 'right', extend: false }
  if (key === 'Escape') return isEditing ? { do: 'restore' } : null
  const direction = arrows[key]
  if (isEditing)
    return direction && ['up', 'down', 'page-up', 'page-down'].includes(direction)
      ? { do: 'move', direction, extend: false }
      : null
  if (direction) return { do: 'move', direction, extend: shiftKey }
  if (key === 'F2') return { do: 'edit' }
  return key === 'Delete' || key === 'Backspace' ? { do: 'clear' } : null
}

function commandOf(key: string, shift: boolean, isEditing: boolean): Intent | null {
  if (key === 'z' && !shift) return { do: isEditing ? 'restore' : 'undo' }
  if (isEditing) return null
  if (key === 'y' || key === 'z') return { do: 'redo' }
  if (key === 'a') return { do: 'all' }
  if (key === 'home' || key === 'arrowup') return { do: 'move', direction: 'top', extend: shift }
  if (key === 'end' || key === 'arrowdown') return { do: 'move', direction: 'bottom', extend: shift }
  return null
}
