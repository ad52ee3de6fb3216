export const invigilatorLinkTexts = {
  explanation:
    'Surveillanten hebben geen account nodig. Met deze link tekenen zij op hun eigen telefoon of tablet af, ook zonder netwerk. Zij zien van dit toetsmoment alleen namen, studentnummers en wie er is.',
  days: 'De link werkt op de toetsdag zelf. Daarna wordt de lijst van de apparaten gewist; wat op tijd is afgetekend komt nog tot 48 uur later binnen.',
  url: 'Stuur deze link',
  showWords: 'Link en code tonen',
  wordsFailed: 'De link en de code zijn niet opgehaald',
  code: 'Zeg deze code hardop',
  codeHint: 'Zet de code niet in het bericht met de link: wie beide heeft, kan de lijst lezen.',
  endings: {
    'code-guessed':
      'De vorige link is beëindigd: er is te vaak een verkeerde code ingevuld. Maak een nieuwe. Wat op de apparaten is afgetekend, komt nog binnen.',
    ended:
      'De vorige link is beëindigd. Die apparaten lezen niets meer. Wat daar eerder is afgetekend, komt nog tot 48 uur na het einde binnen.',
    'room-removed':
      'De link voor dit lokaal is beëindigd: het lokaal hoort niet meer bij dit toetsmoment. De lijst is van de apparaten gewist; wat daar nog niet was verstuurd, telt niet.',
  },
  forRoom: 'Link voor',
  allRooms: 'Alle lokalen',
  oneRoom:
    'Met deze link zien en noteren surveillanten alleen wie in dit lokaal zit. Zoeken zij iemand uit een ander lokaal, dan zien zij alleen welk lokaal dat is. De link werkt zodra de lokalen zijn bekendgemaakt.',
  /** 'B3.14 (link gemaakt)' */
  choice: (name: string, isMade: boolean) => (isMade ? `${name} (link gemaakt)` : name),
  endQuestion:
    'Alle apparaten worden dan afgemeld en de lijst wordt daar gewist. Wat daar tot nu toe is afgetekend, komt nog tot 48 uur binnen. Wat daarna wordt afgetekend, telt niet.',
  revokeQuestion: (seen: string | null) =>
    `${seen ? `Dit apparaat had ${seen} voor het laatst verbinding. ` : ''}Wat er nog niet is verstuurd, komt nog tot 48 uur binnen zodra het weer verbinding heeft. Wat daarna wordt afgetekend, telt niet.`,
  noDevices: 'Er doet nog niemand mee.',
  loadFailed: 'De surveillantenlink kon niet worden opgehaald',
  deviceNotEnded: (name: string) => `${name} is niet afgemeld`,
  notMade: 'De link is niet gemaakt',
  endForAll: 'De link voor iedereen beëindigen?',
  notEnded: 'De link is niet beëindigd',
  copied: 'De link is gekopieerd.',
  notCopied: 'Kopiëren lukte niet. Selecteer de link en kopieer die zelf.',
}

export const walkInTexts = {
  searchFirst: 'Zoek eerst op wie er is.',
  moduleMissing: 'Kies voor welke module.',
  enrolled: (name: string) => `${name} is ingeschreven en staat als aanwezig op de lijst.`,
  notEnrolled: (name: string) => `${name} is niet ingeschreven`,
  enroll: (name: string) => `${name} inschrijven`,
  notOnList: 'Niet op de lijst',
  explanation:
    'Wie er is maar niet op de lijst staat, schrijf je hier alsnog in, ook als inschrijven al dicht is of de plaatsen op zijn. Daarna staat de student als aanwezig op de lijst.',
  seatIn: (room: string) => `De student krijgt een plaats in ${room}, als daar nog een plaats vrij is.`,
  chooseModule: 'Kies een module',
  loadFailed: 'De modules konden niet worden opgehaald',
} as const
