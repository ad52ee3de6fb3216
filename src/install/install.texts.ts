export const installTexts = {
  install: 'App installeren',
  showGuide: 'Laat zien hoe',
  invitation: {
    title: 'Zet de app op je apparaat',
    explanation: 'Dan start hij meteen, en zie je je inschrijvingen ook zonder internet.',
    putOff: 'Niet nu',
  },
  installed: 'De app staat op dit apparaat.',
  notOffered:
    'Deze browser biedt nu niet aan om de app te installeren. In Chrome, Edge of Safari kan het, vanuit het menu van de browser.',
  guide: {
    title: 'Zet de app op je beginscherm',
    share: { do: 'Tik op het deel-icoon', where: 'Zie je het niet? Tik dan eerst op de drie puntjes.' },
    add: { do: 'Kies ‘Zet op beginscherm’', where: 'Je vindt het als je in de lijst omlaag veegt.' },
    confirm: { do: 'Tik op ‘Voeg toe’', where: 'De app staat nu tussen je andere apps. Log daar nog één keer in.' },
    done: 'Begrepen',
  },
} as const
