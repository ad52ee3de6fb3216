export const planTexts = {
  adjust: 'Nog aanpassen',
  cancel: 'Annuleren',
  retry: 'Opnieuw proberen',
  typedNumber: (count: number) => `Typ ${count} om te bevestigen`,
  wrongNumber: (count: number) => `Typ het aantal: ${count}.`,
}
