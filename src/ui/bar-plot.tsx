import styles from './bar-plot.module.css'
import { VisuallyHidden } from './icon.tsx'

export interface Bar {
  /** unique in its plot */
  key: number
  label: string
  value: number
  /** bound, drawn around the bar; omit it where there is none. The value may exceed it. */
  most?: number
  /** description; the numbers by default */
  text?: string
}

interface BarPlotProps {
  /** id of the plot's heading */
  labelledBy: string
  /** headers of the labels and of the values, for screen readers */
  heads: readonly [string, string]
  bars: readonly Bar[]
}

const number = new Intl.NumberFormat('nl-NL')

/**
 * A table whose numbers are drawn as bars, so that one element serves sight and screen readers. The longest bar is the largest
 * number or bound; all start at zero. Where all numbers are zero there is nothing to draw: show a sentence instead.
 */
export function BarPlot({ labelledBy, heads, bars }: BarPlotProps) {
  const largest = Math.max(1, ...bars.map(lengthOf))
  const isWorded = bars.some(({ text }) => text !== undefined)
  const isBounded = bars.some(({ most }) => most !== undefined)
  return (
    <table
      className={styles.table}
      data-layout="full"
      data-width="44"
      data-worded={isWorded}
      aria-labelledby={labelledBy}
    >
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
            <th scope="row" data-text="small normal figures">
              {bar.label}
            </th>
            <td>
              <span className={styles.line} data-layout="row 2 nowrap" data-bounded={isBounded}>
                {lengthOf(bar) > 0 && (
                  <span
                    className={styles.room}
                    data-layout="anchor fixed"
                    style={{ inlineSize: `${(lengthOf(bar) / largest) * 100}%` }}
                  >
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
                <span className={styles.value} data-text="small figures muted">
                  {textOf(bar)}
                </span>
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
