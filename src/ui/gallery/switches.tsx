import { Switch } from '../switch/switch.tsx'
import styles from './gallery.module.css'

const STATES = [{}, { busy: true }, { disabled: true }]

export const Switches = () =>
  [false, true].map((checked) => (
    <div key={String(checked)} className={styles.row}>
      {STATES.map((state) => (
        <Switch
          key={Object.keys(state).join()}
          label={['schakelaar', ...Object.keys(state)].join(' ')}
          checked={checked}
          onChange={() => undefined}
          {...state}
        />
      ))}
    </div>
  ))
