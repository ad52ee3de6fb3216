export const typedNumberTexts = {
  label: (count: number) => `Typ ${count} om te bevestigen`,
  wrong: (count: number) => `Typ het aantal dat wordt verwijderd: ${count}.`,
}
