import { useId } from 'react'
import styles from './checklist.module.css'

interface ChecklistOption {
  id: number
  label: string
  hint?: string
  /** the hint says what would be lost */
  isWarning?: boolean
  isChecked: boolean
  isFixed?: boolean | undefined
}

interface ChecklistProps {
  legend: string
  options: readonly ChecklistOption[]
  /** can be read, not changed; one that `isFixed` never can */
  isDisabled?: boolean
  /** however long, where it is all that a screen has: the page scrolls then */
  isWhole?: boolean
  onChange: (id: number, isChecked: boolean) => void
}

/**
 * A long one scrolls in itself; by keyboard it follows the focus, or is scrolled itself where nothing can have that. Each
 * option is disabled, and not the fieldset: what scrolls in a disabled one counts as out of reach.
 */
export function Checklist({ legend, options, isDisabled = false, isWhole = false, onChange }: ChecklistProps) {
  const id = useId()
  return (
    <fieldset className={styles.checklist} data-disabled={isDisabled}>
      <legend id={id}>{legend}</legend>
      <ul
        className={styles.options}
        data-layout="lined"
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
  isWarning?: boolean
  /** unique in the page */
  htmlId: string
  isChecked: boolean
  isDisabled: boolean
  onChange: ChecklistProps['onChange']
}

/** The whole row can be pressed; it is called by its label alone, and the hint describes it. */
const Option = ({ id, label, hint, isWarning, htmlId, isChecked, isDisabled, onChange }: OptionProps) => (
  <li>
    <label
      className={styles.option}
      data-layout="grid led x3 center target"
      data-text="breaks"
      data-pad="1 x3"
      data-disabled={isDisabled}
    >
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
        <span id={`${htmlId}-hint`} className={styles.hint} data-text={isWarning ? 'small warning' : 'small success'}>
          {hint}
        </span>
      )}
    </label>
  </li>
)
