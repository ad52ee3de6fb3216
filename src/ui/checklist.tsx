import { useId } from 'react'
import styles from './checklist.module.css'

interface ChecklistOption {
  id: number
  label: string
  hint?: string
  /** `success` (usual): what is done already; `warning`: what would be lost; `muted`: an explanation */
  hintTone?: 'success' | 'warning' | 'muted'
  isChecked: boolean
  isFixed?: boolean | undefined
}

interface ChecklistProps {
  legend: string
  options: readonly ChecklistOption[]
  /** read-only; options that are `isFixed` always are */
  isDisabled?: boolean
  /** shows the whole list, for a screen with nothing else: the page scrolls then */
  isWhole?: boolean
  onChange: (id: number, isChecked: boolean) => void
}

/**
 * A long list scrolls by itself. By keyboard it scrolls with the focus, or is focusable itself where no option is. The options
 * are disabled rather than the fieldset: browsers treat a scroll area in a disabled fieldset as unreachable. A whole row is
 * clickable; its accessible name is the label alone, and the hint its description.
 */
export function Checklist({ legend, options, isDisabled = false, isWhole = false, onChange }: ChecklistProps) {
  const id = useId()
  return (
    <fieldset>
      <legend id={id}>{legend}</legend>
      <ul
        className={styles.options}
        data-layout="lined"
        data-box={isDisabled ? 'control sunken' : 'control'}
        data-whole={isWhole}
        aria-labelledby={id}
        tabIndex={isDisabled && !isWhole ? 0 : undefined}
      >
        {options.map((option) => {
          const isFixed = isDisabled || option.isFixed === true
          const label = `${id}-${option.id}-label`
          const hint = `${id}-${option.id}-hint`
          return (
            <li key={option.id}>
              <label
                data-layout={`grid led x3 center target${isFixed ? '' : ' hovers'}`}
                data-text="breaks"
                data-pad="1 x3"
              >
                <input
                  type="checkbox"
                  checked={option.isChecked}
                  disabled={isFixed}
                  aria-labelledby={label}
                  aria-describedby={option.hint && hint}
                  onChange={({ target }) => onChange(option.id, target.checked)}
                />
                <span id={label}>{option.label}</span>
                {option.hint && (
                  <span id={hint} className={styles.hint} data-text={`small ${option.hintTone ?? 'success'}`}>
                    {option.hint}
                  </span>
                )}
              </label>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
