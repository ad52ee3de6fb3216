import { Icon } from '../icon/icon.tsx'
import { isIconName, strokes } from '../icon/strokes.ts'
import { Badge, StatusLine, type Tone } from '../status/status.tsx'
import styles from './gallery.module.css'

const tones: Tone[] = ['neutral', 'accent', 'success', 'warning', 'danger']

export const Statuses = () => (
  <>
    {tones.map((tone) => (
      <div key={tone} className={styles.row}>
        <Badge tone={tone} icon="check">
          {tone}
        </Badge>
        <StatusLine tone={tone} icon="info">
          Een regel over hoe het ervoor staat
        </StatusLine>
      </div>
    ))}
    <ul className={styles.row}>
      {Object.keys(strokes)
        .filter(isIconName)
        .map((name) => (
          <li key={name}>
            <Icon name={name} /> {name}
          </li>
        ))}
    </ul>
  </>
)
