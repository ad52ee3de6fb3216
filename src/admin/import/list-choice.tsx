import { useId } from 'react'
import styles from './import.module.css'

interface ListChoiceProps {
  label: string
  hint: string
  isChosen: boolean
  isBusy?: boolean
  onChange: (isChosen: boolean) => void
}

/** Choice that affects the verdict, with its effect below it. */
export function ListChoice({ label, hint, isChosen, isBusy = false, onChange }: ListChoiceProps) {
  const id = useId()
  return (
    <label className={styles.choice} data-layout="grid led target x3 center" data-width="44">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isBusy}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span id={id}>{label}</span>
      <span id={`${id}-hint`} data-text="small muted figures">
        {hint}
      </span>
    </label>
  )
}
