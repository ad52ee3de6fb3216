const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Amsterdam',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** What clocks in Amsterdam show at `now` (milliseconds since the epoch): 'YYYY-MM-DD HH:mm:ss', as Swedes write it. */
export const amsterdamClock = (now: number): string => clock.format(now)
