import { useId } from 'react'
import styles from './checklist.module.css'

interface RadioListProps<Value extends string> {
  legend: string
  options: readonly { value: Value; label: string; hint?: string }[]
  /** undefined while nothing is chosen */
  value: Value | undefined
  onChange: (value: Value) => void
}

/** One of a few options, all visible. The whole row is clickable; the label is its name, the hint its description. */
export function RadioList<Value extends string>({ legend, options, value, onChange }: RadioListProps<Value>) {
  const id = useId()
  return (
    <fieldset>
      <legend>{legend}</legend>
      <ul className={styles.options} data-layout="lined" data-box="control" data-whole="true">
        {options.map((option) => (
          <li key={option.value}>
            <label data-layout="grid led x3 center target hovers" data-text="breaks" data-pad="1 x3">
              <input
                type="radio"
                name={id}
                checked={option.value === value}
                aria-labelledby={`${id}-${option.value}`}
                aria-describedby={option.hint && `${id}-${option.value}-hint`}
                onChange={() => onChange(option.value)}
              />
              <span id={`${id}-${option.value}`}>{option.label}</span>
              {option.hint && (
                <span id={`${id}-${option.value}-hint`} className={styles.hint} data-text="small muted">
                  {option.hint}
                </span>
              )}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
