import styles from './checklist.module.css'

interface ChecklistProps {
  legend: string
  options: readonly { id: number; label: string; isChecked: boolean }[]
  onChange: (id: number, isChecked: boolean) => void
}

/** A long one scrolls in itself; by keyboard it follows the focus. */
export const Checklist = ({ legend, options, onChange }: ChecklistProps) => (
  <fieldset className={styles.checklist}>
    <legend>{legend}</legend>
    <ul className={styles.options}>
      {options.map(({ id, label, isChecked }) => (
        <li key={id}>
          <label className={styles.option}>
            <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(id, target.checked)} />
            {label}
          </label>
        </li>
      ))}
    </ul>
  </fieldset>
)
