import { momentLabel, type ReadAt, timeAndPlaceLabel } from './date-labels.ts'
import type { WhenAndWhere } from './when-and-where.schema.ts'

/**
 * Labels of moments in a list: 'di 24 nov', with time and place if another moment is on the same days:
 * 'di 24 nov, 09:00–11:30 · Zaal 3.14'. Labels that are still equal are numbered: 'di 24 nov (2)'.
 */
export function distinctLabels(moments: readonly WhenAndWhere[], readAt: ReadAt): string[] {
  const days = moments.map((moment) => momentLabel(moment, readAt))
  const labels = moments.map((moment, at) => {
    const day = days[at] ?? ''
    const known = isRepeated(days, day) ? timeAndPlaceLabel(moment) : ''
    return known ? `${day}, ${known}` : day
  })
  return labels.map((label, at) =>
    isRepeated(labels, label)
      ? `${label} (${labels.slice(0, at + 1).filter((other) => other === label).length})`
      : label,
  )
}

const isRepeated = (labels: readonly string[], label: string): boolean =>
  labels.indexOf(label) !== labels.lastIndexOf(label)
