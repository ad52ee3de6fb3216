import { useId } from 'react'
import styles from './bar-plot.module.css'

interface Bar {
  /** unique in its plot */
  key: number
  label: string
  value: number
}

interface BarPlotProps {
  title: string
  /** above the labels and above the values, read aloud */
  heads: readonly [string, string]
  bars: readonly Bar[]
}

const number = new Intl.NumberFormat('nl-NL')

/**
 * A table whose numbers are drawn as bars: one thing to see and to hear. The longest bar is the largest number; all
 * start from nought.
 */
export function BarPlot({ title, heads, bars }: BarPlotProps) {
  const id = useId()
  const largest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <section className={styles.plot} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <table className={styles.table} aria-labelledby={id}>
        <thead className={styles.heads}>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
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
                  <span className={styles.bar} style={{ inlineSize: `${(value / largest) * 100}%` }} />
                  <span className={styles.value}>{number.format(value)}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
