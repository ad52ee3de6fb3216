import styles from './bar-plot.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface Bar {
  /** unique in its plot */
  key: number
  label: string
  value: number
  /** maximum, drawn around it; left out where there is no such bound. It may be exceeded all the same. */
  most?: number
  /** its description; its numbers by default */
  text?: string
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
 * A table whose numbers are drawn as bars: one thing to see and to have read aloud. The longest bar is the largest number or bound;
 * all start from nought. Where every number is nought there is nothing to draw: leave it out and say so.
 */
export function BarPlot({ labelledBy, heads, bars }: BarPlotProps) {
  const largest = Math.max(1, ...bars.map(lengthOf))
  const isWorded = bars.some(({ text }) => text !== undefined)
  const isBounded = bars.some(({ most }) => most !== undefined)
  return (
    <table className={styles.table} data-worded={isWorded} aria-labelledby={labelledBy}>
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
        {bars.map((bar) => (
          <tr key={bar.key}>
            <th scope="row">{bar.label}</th>
            <td>
              <span className={styles.line} data-bounded={isBounded}>
                {lengthOf(bar) > 0 && (
                  <span className={styles.room} style={{ inlineSize: `${(lengthOf(bar) / largest) * 100}%` }}>
                    {bar.most !== undefined && (
                      <span className={styles.most} style={{ inlineSize: `${(bar.most / lengthOf(bar)) * 100}%` }} />
                    )}
                    {bar.value > 0 && (
                      <span
                        className={styles.bar}
                        data-exceeds={bar.most !== undefined && bar.value > bar.most}
                        style={{ inlineSize: `${(bar.value / lengthOf(bar)) * 100}%` }}
                      />
                    )}
                  </span>
                )}
                <span className={styles.value}>{textOf(bar)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const lengthOf = ({ value, most = 0 }: Bar): number => Math.max(value, most)

const textOf = ({ value, most, text }: Bar): string =>
  text ?? (most === undefined ? number.format(value) : `${number.format(value)} van ${number.format(most)}`)
