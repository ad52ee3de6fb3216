/** 'Probeer het over 12 seconden opnieuw.' Rounded up: a user who tries too early is refused again. */
export function tryAgainText(seconds: number | null | undefined): string {
  return `Probeer het ${seconds == null ? 'zo meteen' : `over ${waitLabel(seconds)}`} opnieuw.`
}

function waitLabel(seconds: number): string {
  if (seconds < 60) return seconds <= 1 ? '1 seconde' : `${seconds} seconden`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return minutes === 1 ? 'een minuut' : `${minutes} minuten`
  return `${Math.ceil(minutes / 60)} uur`
}
