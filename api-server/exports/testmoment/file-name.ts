import type { Participation } from './participant.ts'

/** 'toetsmoment-2026-11-24.xlsx', 'presentielijst-week-van-2026-11-23.pdf' */
export const fileName = (
  kind: 'toetsmoment' | 'presentielijst',
  { date, duration }: Pick<Participation, 'date' | 'duration'>,
): string => `${kind}-${duration === 'week' ? 'week-van-' : ''}${date}.${kind === 'toetsmoment' ? 'xlsx' : 'pdf'}`
