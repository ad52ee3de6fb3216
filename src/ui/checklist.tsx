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
 * are disabled rather than the fieldset: browsers treat a scroll area in a disabled fieldset as unreachable.
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
        {options.map((option) => (
          <Option
            key={option.id}
            {...option}
            isDisabled={isDisabled || option.isFixed === true}
            htmlId={`${id}-${option.id}`}
            onChange={onChange}
          />
        ))}
      </ul>
    </fieldset>
  )
}

interface OptionProps {
  id: number
  label: string
  hint?: string
  hintTone?: ChecklistOption['hintTone']
  /** unique on the page */
  htmlId: string
  isChecked: boolean
  isDisabled: boolean
  onChange: ChecklistProps['onChange']
}

/** The whole row is clickable; its accessible name is the label alone, and the hint its description. */
const Option = ({ id, label, hint, hintTone = 'success', htmlId, isChecked, isDisabled, onChange }: OptionProps) => (
  <li>
    <label data-layout={`grid led x3 center target${isDisabled ? '' : ' hovers'}`} data-text="breaks" data-pad="1 x3">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        aria-labelledby={`${htmlId}-label`}
        aria-describedby={hint && `${htmlId}-hint`}
        onChange={({ target }) => onChange(id, target.checked)}
      />
      <span id={`${htmlId}-label`}>{label}</span>
      {hint && (
        <span id={`${htmlId}-hint`} className={styles.hint} data-text={`small ${hintTone}`}>
          {hint}
        </span>
      )}
    </label>
  </li>
)
