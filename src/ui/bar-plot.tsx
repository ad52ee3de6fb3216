import styles from './bar-plot.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface Bar {
  /** unique in its plot */
  key: number
  label: string
  value: number
}

interface BarPlotProps {
  /** the id of its heading */
  labelledBy: string
  /** above the labels and above the values, read aloud */
  heads: readonly [string, string]
  bars: readonly Bar[]
}

const number = new Intl.NumberFormat('nl-NL')

/**
 * A table whose numbers are drawn as bars: one thing to see and to hear. The longest bar is the largest number; all
 * start from nought. Where every number is nought there is nothing to draw: leave it out and say so.
 */
export function BarPlot({ labelledBy, heads, bars }: BarPlotProps) {
  const largest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              <VisuallyHidden>{head}</VisuallyHidden>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, label, value }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>
              <span className={styles.line}>
                {value > 0 && <span className={styles.bar} style={{ inlineSize: `${(value / largest) * 100}%` }} />}
                <span className={styles.value}>{number.format(value)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
