import { dayRemarkText } from '#domain/calendar/day-remarks.texts.ts'
import { countedTestmoments } from '#domain/entities/counts.texts.ts'
import type { CopyRemark } from './copy.rules.ts'

export function copyRemarkText(remark: CopyRemark): string {
  switch (remark.remark) {
    case 'past':
      return 'al geweest'
    case 'outside-schoolyear':
      return 'buiten het schooljaar'
    case 'same-day':
      return remark.count === 1
        ? 'er is die dag al een toetsmoment'
        : `er zijn die dag al ${remark.count} toetsmomenten`
    case 'twice':
      return 'twee op dezelfde dag'
    case 'opens-all':
      return 'zonder modules: inschrijven kan dan voor alle modules'
    case 'modules-left':
      return `niet meer in gebruik: ${remark.names.join(', ')}`
    case 'plan-left':
      return planTexts[remark.why]
    default:
      return dayRemarkText(remark)
  }
}

const planTexts = {
  'opening-past': 'zonder opening: die is al geweest',
  'opening-too-late': 'zonder opening: die is na het toetsmoment',
  'closing-too-late': 'zonder sluiting: die is na het begin van het toetsmoment',
  'closing-past': 'zonder sluiting: die is al geweest',
  'schedule-reversed': 'zonder sluiting: die is voor de opening',
}

export const copiedText = (count: number, source: string): string => `${countedTestmoments(count)} uit ${source}`
