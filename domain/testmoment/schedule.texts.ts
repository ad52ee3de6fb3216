import type { ScheduleRefusal } from './testmoment-edit.rules.ts'

/** Beside the time that is wrong, and beside the line of a list that says it. */
export const scheduleRefusalTexts = {
  'opening-past': 'De opening is al geweest. Laat die leeg of kies een later moment.',
  'closing-past': 'De sluiting is al geweest. Laat die leeg of kies een later moment.',
  'opening-too-late': 'Bij de opening is het toetsmoment al geweest. Laat die leeg of kies een eerder moment.',
  'schedule-reversed': 'De sluitingstijd moet na de openingstijd liggen.',
} satisfies Record<ScheduleRefusal, string>
