import { Button, type ButtonTone } from '../button/button.tsx'
import styles from './gallery.module.css'

const tones: ButtonTone[] = ['primary', 'create', 'secondary', 'quiet', 'danger']

export const Buttons = () =>
  tones.map((tone) => (
    <div key={tone} className={styles.row}>
      <Button tone={tone}>{tone}</Button>
      <Button tone={tone} icon="check">
        met icoon
      </Button>
      <Button tone={tone} busy>
        bezig
      </Button>
      <Button tone={tone} disabled>
        uitgeschakeld
      </Button>
    </div>
  ))
